/** Bytes that become base64 at once: a string of a whole picture is garbage that is costly to collect. */
const pieceBytes = 48 * 1024;

/**
 * A picture that a request held as a data URI, decoded. It is a class, so that nothing that was parsed
 * from JSON can be taken for one.
 */
export class EmbeddedPicture {
  /** What stood before the data, such as `data:image/png;base64,`. */
  readonly header: string;
  /** Whoever reads the picture has these for its own. */
  readonly bytes: Buffer;

  constructor(header: string, bytes: Buffer) {
    this.header = header;
    this.bytes = bytes;
  }

  /** How many characters the data URI has, in the usual form of base64. */
  get length(): number {
    return this.header.length + Math.ceil(this.bytes.length / 3) * 4;
  }

  /** The data URI, piece by piece. */
  *pieces(): Generator<string, void, undefined> {
    yield this.header;
    for (let at = 0; at < this.bytes.length; at += pieceBytes) {
      yield this.bytes.toString('base64', at, at + pieceBytes);
    }
  }
}
