import { Mark } from '../../ui/logo.tsx';
import { splash } from './splash.ts';

/**
 * Shown once a browser session, last in the body and over the header alone: CSS plays it and takes it away, and
 * scripts may stretch it over the whole screen for at least its minimum.
 */
export function Splash() {
  return (
    <div className="splash" aria-hidden="true" data-splash="" data-minimum={splash.minimum.start}>
      <div className="splash__brand">
        <Mark draw />
        <span>
          <strong>Summa</strong> <span className="splash__tag">The Sum of Jiu-Jitsu</span>
        </span>
      </div>
      {/* Written by the sheet: where there is none, nothing would ever take these words away. */}
      <p data-words="Loading your martial arts experience..." />
      <div className="splash__bar" />
    </div>
  );
}
