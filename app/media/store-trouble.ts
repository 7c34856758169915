/** A service that keeps media did not do what was asked. The message is for the log and holds no secret: the
 *  service's own words may repeat what was signed, so they are left out. */
export class StoreTrouble extends Error {
  override name = 'StoreTrouble';
  /** The HTTP status, or what went wrong on the way. */
  readonly reason: number | 'timeout' | 'unreachable' | 'wrong bytes' | 'no sense';
  constructor(verb: string, reason: StoreTrouble['reason']) {
    super(`The media service failed to ${verb} (${reason})`);
    this.reason = reason;
  }

  /** Whether asking again may help. */
  get isPassing(): boolean {
    const { reason } = this;
    return typeof reason === 'string' || reason >= 500 || reason === 420 || reason === 429 || reason === 499;
  }
}

/** A notification that the service did not sign, or not now. */
export class BadNotification extends Error {
  override name = 'BadNotification';
}
