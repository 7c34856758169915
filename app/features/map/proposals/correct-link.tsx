/** Members say here what is wrong with a position or a transition; visitors sign in first. */
export const CorrectLink = ({ thing }: { thing: string }) => (
  <p className="no-print small">
    <a className="tap" href={`/map/correct/${thing}`} rel="nofollow">
      Something wrong here?
    </a>
  </p>
);
