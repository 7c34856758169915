/** One listener on the document serves every element that matches, also those that come later. */
export function on<Name extends 'click' | 'submit'>(
  name: Name,
  selector: string,
  act: (event: DocumentEventMap[Name], element: HTMLElement) => void,
) {
  document.addEventListener(name, (event) => {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(selector);
    if (element && !event.defaultPrevented) act(event, element);
  });
}

/** A click on a link that asks for nothing special, such as a new tab. */
export const isPlain = (event: MouseEvent) =>
  !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
