/** A dialog of the browser's own kind: it keeps the focus inside, and Escape or the cross closes it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "./icons";

interface Props {
  title: string;
  close: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

let dialogs = 0;

export function Dialog({ title, close, onClose, wide, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // useId counts from the same number in each root that is rendered, and dialogs come from two
  const [heading] = useState(() => `dialog-${++dialogs}`);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-in">
        <header class="dialog-top">
          <h2 id={heading}>{title}</h2>
          <button class="quiet" type="button" aria-label={close} onClick={onClose}>
            <Icon sign="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
