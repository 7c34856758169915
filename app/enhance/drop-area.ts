/** Makes the form a drop area. A drop beside it is ignored: the browser would leave the page for the file. */
export function makeDropArea(form: HTMLFormElement, take: (input: HTMLInputElement, files: File[]) => void) {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) return;
  const invitation = document.createElement('span');
  // Phones have no drag and drop.
  invitation.className = 'wide-only';
  invitation.textContent = `Drop ${input.multiple ? 'files' : 'a file'} anywhere on this form. `;
  input.closest('.field')?.querySelector('.field__hint')?.prepend(invitation);

  const show = (isOver: boolean) => form.toggleAttribute('data-dropping', isOver);
  for (const type of ['dragenter', 'dragover', 'drop'] as const) addEventListener(type, onDrag);
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) show(false);
  });
  // An image of this page that is dragged is not a new file.
  addEventListener('dragstart', (event) => {
    if (event.target instanceof HTMLImageElement) event.preventDefault();
  });

  function onDrag(event: DragEvent) {
    const { type, target, dataTransfer } = event;
    if (!input || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const isHere = form.contains(target as Node);
    show(isHere && type !== 'drop');
    if (!isHere) dataTransfer.dropEffect = 'none';
    else if (type === 'drop') {
      const meant = [...dataTransfer.files].filter(isPictureOrVideo);
      take(input, input.multiple ? meant : meant.slice(0, 1));
    }
  }
}

/** Dropped files of other types are ignored; chosen ones are reported (E5.19). */
const isPictureOrVideo = ({ type }: File) => /^(image|video)\//.test(type);
