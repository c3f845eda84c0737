import{p as t,q as a}from"./part-XTXSB3KS.js";var r="yupana.seals",l=e=>t(r,e),o=(e,s)=>a(r,e,s);export{l as a,o as b};
