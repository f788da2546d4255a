// Import it before anything else: it sets the clock of the process CLOCK_AHEAD_MS milliseconds ahead.
const RealDate = Date;
const ahead = Number(process.env.CLOCK_AHEAD_MS);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length > 0 ? args : [RealDate.now() + ahead]));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
