import firstCss from '../../../styles/first.css?inline';
import siteCss from '../../../styles/site.css?url';

export const SiteSheet = () => <link rel="stylesheet" href={siteCss} />;

/** The styles of a first screen (ADR-034). A page whose data says `putsSheetItself` puts `SiteSheet` after its first screen. */
export const FirstSheet = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, let in by its hash (policy.server.ts).
  <style dangerouslySetInnerHTML={{ __html: firstCss }} />
);

/** Whether a page of these data puts `SiteSheet` after its first screen, and needs `FirstSheet` in its head.
 *  @param loaded what the loaders of the page's routes answered */
export const putsSheetItself = (loaded: unknown[]): boolean =>
  loaded.some((data) => (data as { putsSheetItself?: boolean } | null | undefined)?.putsSheetItself);
