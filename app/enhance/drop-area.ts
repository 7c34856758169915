/**
 * Makes the whole form the place to drop files on, and says so at its first file field. A drop beside the form does
 * nothing: the browser would open the file instead of the page, and what was typed would be lost.
 */
export function makeDropArea(form: HTMLFormElement, take: (input: HTMLInputElement, files: File[]) => void) {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) return;
  const invitation = document.createElement('span');
  // Nobody drags on a phone.
  invitation.className = 'wide-only soft';
  invitation.textContent = `, or drop ${input.multiple ? 'files' : 'a file'} here`;
  input.labels?.[0]?.append(invitation);

  const show = (isOver: boolean) => form.toggleAttribute('data-dropping', isOver);
  for (const type of ['dragenter', 'dragover', 'drop'] as const) addEventListener(type, meet);
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) show(false);
  });
  // A picture of this page is no new file.
  addEventListener('dragstart', (event) => {
    if (event.target instanceof HTMLImageElement) event.preventDefault();
  });

  function meet(event: DragEvent) {
    const { type, target, dataTransfer } = event;
    if (!input || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const isHere = form.contains(target as Node);
    show(isHere && type !== 'drop');
    if (!isHere) dataTransfer.dropEffect = 'none';
    else if (type === 'drop') {
      const meant = [...dataTransfer.files].filter(isPictureOrFilm);
      take(input, input.multiple ? meant : meant.slice(0, 1));
    }
  }
}

/** What is dropped beside these came along by accident; what is chosen is told (calls.md §5). */
const isPictureOrFilm = ({ type }: File) => /^(image|video)\//.test(type);
