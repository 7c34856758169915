/** One listener on the document, so that elements that are added later work too. */
export function on<Name extends 'click' | 'submit' | 'input'>(
  name: Name,
  selector: string,
  act: (event: DocumentEventMap[Name], element: HTMLElement) => void,
) {
  document.addEventListener(name, (event) => {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(selector);
    if (element && !event.defaultPrevented) act(event, element);
  });
}

/** Whether a click asks for nothing special, such as a new tab. */
export const isPlain = (event: MouseEvent) =>
  !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
