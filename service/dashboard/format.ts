import type { Locale } from './locales/locales.ts';
import type { DashboardContext, DashboardDeps } from './state.ts';

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * The browser and system of a `User-Agent` header: "Firefox, Linux". If neither is recognised, the
 * header itself. It only helps users recognise their sessions.
 */
export function browserName(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || userAgent;
}

/** The address at which people reach the service, without a trailing slash. */
export function serviceAddress(ctx: DashboardContext, { publicUrl }: DashboardDeps): string {
  return publicUrl ?? `${ctx.protocol}://${ctx.host}`;
}

/** Formats numbers and times for a language. */
export interface Formats {
  number(value: number): string;
  /** With a plus sign above 0. */
  signedNumber(value: number): string;
  /** A size in bytes, as kB or MB. */
  bytes(value: number): string;
  /** A time in seconds, as ms or s, without a line break. */
  duration(seconds: number): string;
  /** A share from 0 to 1, as a percentage. */
  percent(share: number): string;
  /** A time to the second, with its zone: UTC, because the server does not know the reader's. */
  exactTime(time: Date): string;
  /** A time relative to another one, usually now. */
  relativeTime(time: Date, from: Date): string;
  /** A date (UTC), without a time. */
  day(time: Date): string;
  /** The time of a day (UTC), to the minute. */
  timeOfDay(time: Date): string;
  /** A date (UTC) without its year. */
  dayOfYear(time: Date): string;
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function createFormats(locale: Locale): Formats {
  const number = new Intl.NumberFormat(locale);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const size = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 });
  const kilobytes = size('kilobyte');
  const megabytes = size('megabyte');
  const milliseconds = size('millisecond');
  const seconds = size('second');
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const dayOfYear = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const timeOfDay = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const exact = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  // Not `auto` for all: 47 hours ago may be the day before yesterday.
  const relative = new Intl.RelativeTimeFormat(locale);
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  return {
    number: (value) => number.format(value),
    signedNumber: (value) => signed.format(value),
    bytes: (value) => (value < 1e6 ? kilobytes.format(value / 1e3) : megabytes.format(value / 1e6)),
    duration(value) {
      const said = value < 1 ? milliseconds.format(value * 1_000) : seconds.format(value);
      return said.replaceAll(' ', '\u00a0');
    },
    percent: (share) => percent.format(share),
    exactTime: (time) => exact.format(time),
    day: (time) => day.format(time),
    timeOfDay: (time) => timeOfDay.format(time),
    dayOfYear: (time) => dayOfYear.format(time),
    relativeTime(time, from) {
      const seconds = (time.getTime() - from.getTime()) / 1_000;
      const unit = units.find(([, size]) => Math.abs(seconds) >= size);
      return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : now;
    },
  };
}

const formats = { en: createFormats('en'), de: createFormats('de') };

export function formatsOf(locale: Locale): Formats {
  return formats[locale];
}
