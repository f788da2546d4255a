// Loaded into a process before everything else, this sets its clock CLOCK_AHEAD_MS milliseconds ahead.
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
