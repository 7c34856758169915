const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Lets one choose how fast each film runs: not every browser's own controls do. */
export function startPlayers() {
  for (const film of document.querySelectorAll('video')) {
    const label = Object.assign(document.createElement('label'), {
      className: 'row',
      textContent: 'Speed ',
    });
    const choice = Object.assign(document.createElement('select'), { className: 'input' });
    for (const speed of speeds) choice.add(new Option(`${speed}×`, `${speed}`, speed === 1, speed === 1));
    choice.addEventListener('change', () => {
      film.playbackRate = Number(choice.value);
      // Else the next film that is loaded into the player runs at the old speed.
      film.defaultPlaybackRate = film.playbackRate;
    });
    // The browser's own menu may change it as well.
    film.addEventListener('ratechange', () => {
      choice.value = `${film.playbackRate}`;
    });
    label.append(choice);
    film.nextElementSibling?.append(label);
    // The last source that fails leaves nothing to play, and browsers say so only in grey.
    film.querySelector('source:last-of-type')?.addEventListener('error', () => label.before(tellLost()));
  }
}

function tellLost() {
  const words = Object.assign(document.createElement('p'), {
    className: 'field__error',
    role: 'alert',
    textContent: 'The film did not load. ',
  });
  words.append(Object.assign(document.createElement('a'), { href: '', textContent: 'Try again' }));
  return words;
}
