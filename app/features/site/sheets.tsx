import firstCss from '../../styles/first.css?inline';
import siteCss from '../../styles/site.css?url';

export const SiteSheet = () => <link rel="stylesheet" href={siteCss} />;

/**
 * What a first screen is made of, in the document itself, so that it is painted without a second answer
 * (decision 034). The page that asks for it has `isFirst` in its data, and `SiteSheet` behind its first screen.
 */
export const FirstSheet = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, let in by its hash (policy.server.ts).
  <style dangerouslySetInnerHTML={{ __html: firstCss }} />
);
