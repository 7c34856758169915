import { Mark } from '../../../ui/pictures/logo.tsx';
import { splash } from './splash.ts';

/** Shown once a browser session; CSS animates and removes it, scripts may stretch it over the screen. */
export function Splash() {
  return (
    <div className="splash" aria-hidden="true" data-splash="" data-minimum={splash.minimum.start}>
      <div className="splash__brand">
        <Mark draw />
        <span>
          <strong>Summa</strong> <span className="splash__tag">The Sum of Jiu-Jitsu</span>
        </span>
      </div>
      {/* Written by CSS: without the stylesheet nothing would remove the text. */}
      <p data-words="Loading your martial arts experience..." />
      <div className="splash__bar" />
    </div>
  );
}
