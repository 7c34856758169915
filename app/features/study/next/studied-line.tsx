/** What the viewer has studied of a position, on its page. */
export const StudiedLine = ({
  words,
  hasNotes,
  positionId,
}: {
  words: string;
  hasNotes: boolean;
  positionId: number;
}) => (
  <p className="no-print">
    {words}{' '}
    {hasNotes && (
      <>
        <a className="tap" href={`/notebook?position=${positionId}`}>
          Your notes
        </a>{' '}
      </>
    )}
    <a className="tap" href="/map/next">
      What next?
    </a>
  </p>
);
