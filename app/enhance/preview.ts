export function start() {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('[data-preview]')) preview(target);
  });
}

function preview(input: HTMLInputElement) {
  const shown = input.nextElementSibling;
  if (shown?.matches('.preview')) {
    URL.revokeObjectURL(shown.querySelector('img')?.src ?? '');
    shown.remove();
  }
  const [file] = input.files ?? [];
  if (!file?.type.startsWith('image/')) return;
  const figure = Object.assign(document.createElement('figure'), { className: 'preview' });
  const picture = Object.assign(document.createElement('img'), { src: URL.createObjectURL(file), alt: '' });
  figure.append(picture, Object.assign(document.createElement('figcaption'), { textContent: file.name }));
  input.after(figure);
}
