import firstCss from '../../../styles/first.css?inline';
import siteCss from '../../../styles/site.css?url';

export const SiteSheet = () => <link rel="stylesheet" href={siteCss} />;

/** The styles of a first screen (ADR-034). A page whose data says `putsSheetItself` puts `SiteSheet` after its first screen. */
export const FirstSheet = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, let in by its hash (policy.server.ts).
  <style dangerouslySetInnerHTML={{ __html: firstCss }} />
);
