// Import it before anything else: it sets the clock of the process ahead, by CLOCK_AHEAD_MS milliseconds
// or by the number in CLOCK_AHEAD_FILE, which may change.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const { CLOCK_AHEAD_MS, CLOCK_AHEAD_FILE } = process.env;
const readAhead = () =>
  Number(CLOCK_AHEAD_FILE ? readFileSync(CLOCK_AHEAD_FILE, 'utf8') : CLOCK_AHEAD_MS);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length > 0 ? args : [RealDate.now() + readAhead()]));
  }

  static now() {
    return RealDate.now() + readAhead();
  }
};
