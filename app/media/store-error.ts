/** A media service failed. It leaves out the service's own text, which may repeat a signed secret. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** The HTTP status, or the kind of network failure. */
  readonly reason:
    | number
    | 'timeout'
    | 'unreachable'
    | 'wrong bytes'
    | 'unexpected answer'
    | 'changed in between';
  /** @param code one word by which the service names the error, such as `AccessDenied` */
  constructor(verb: string, reason: StoreError['reason'], code?: string) {
    super(`The media service failed to ${verb} (${code ? `${reason} ${code}` : reason})`);
    this.reason = reason;
  }

  get isTemporary(): boolean {
    const { reason } = this;
    return typeof reason === 'string' || reason >= 500 || reason === 420 || reason === 429 || reason === 499;
  }
}

/** The media folder is missing or replaced. It may return without a restart. */
export class FolderError extends StoreError {
  constructor(cause: unknown) {
    super('reach its folder', 'unreachable');
    this.cause = cause;
    this.message = 'The media folder (DATA_DIR/media) cannot be reached';
  }
}

export class BadNotification extends Error {
  override name = 'BadNotification';
}
