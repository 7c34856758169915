import { Icon, iconNames } from '../../../ui/pictures/icon.tsx';
import { Logo, Mark } from '../../../ui/pictures/logo.tsx';
import { Chapter, Shown } from './shown.tsx';
import { colours, spaces, steps } from './tokens.ts';

export function TokensShown() {
  return (
    <>
      <Chapter id="colours" title="Colours">
        {(['light', 'dark'] as const).map((theme) => (
          <Shown key={theme} name={theme} wide>
            <ul className="guide__theme guide__tokens" data-theme={theme}>
              {colours.map((name) => (
                <li key={name} className="small">
                  <Swatch width="100%" height={48} fill={`var(--${name})`} />
                  {name}
                </li>
              ))}
            </ul>
          </Shown>
        ))}
      </Chapter>
      <Chapter id="type" title="Type">
        {steps.map((step) => (
          <Shown key={step} name={step} wide>
            <svg
              width="100%"
              height="1.2em"
              fontSize={`var(--${step})`}
              fontWeight="750"
              fill="currentColor"
              aria-hidden="true"
            >
              <text y="1em">The sum of jiu-jitsu</text>
            </svg>
          </Shown>
        ))}
        <Shown name="Headings, body, lead, soft, small" wide>
          <div className="stack">
            <h3>A third heading</h3>
            <p className="lead">Lead: one grip, one angle, one detail at a time.</p>
            <p>
              Body with <a href="#type">words that lead on</a>, <strong>strong words</strong> and enough of
              them to show how long a line may grow before it turns: sixty-five characters, no more.
            </p>
            <p className="soft small">Soft and small, for what is said beside the matter.</p>
          </div>
        </Shown>
      </Chapter>
      <Chapter id="spaces" title="Spaces">
        <Shown name="Steps of 4 px" wide>
          <ul className="stack">
            {spaces.map((name) => (
              <li key={name} className="row small">
                <Swatch box={96} width={`var(--${name})`} height={16} fill="var(--accent)" />
                {name}
              </li>
            ))}
          </ul>
        </Shown>
      </Chapter>
      <Chapter id="drawings" title="Drawings">
        <Shown name="Logo">
          <Logo />
        </Shown>
        <Shown name="Mark">
          <Mark />
        </Shown>
        <Shown name="Icons" wide>
          <ul className="guide__tokens">
            {iconNames.map((name) => (
              <li key={name} className="small">
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>
        </Shown>
      </Chapter>
    </>
  );
}

/** Tokens as SVG attributes, because the policy allows no styles in the markup. */
function Swatch({
  box = '100%',
  width,
  height,
  fill,
}: {
  box?: number | string;
  width: string;
  height: number;
  fill: string;
}) {
  return (
    <svg width={box} height={height} aria-hidden="true">
      <rect width={width} height="100%" fill={fill} />
    </svg>
  );
}
