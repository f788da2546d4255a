/** How often relative times are updated, in milliseconds. */
const everyMs = 60_000;

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const locale = document.documentElement.lang;
const relative = new Intl.RelativeTimeFormat(locale);
const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
const exact = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

function describe(time: Date): string {
  const seconds = (time.getTime() - Date.now()) / 1_000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : now;
}

function update(): void {
  for (const element of document.querySelectorAll('time')) {
    const shown = element.querySelector('[data-relative-time]');
    if (shown) shown.textContent = describe(new Date(element.dateTime));
  }
}

/** In the reader's time zone, which the server does not know. */
function localise(): void {
  for (const element of document.querySelectorAll('time')) {
    const said = element.querySelector('[data-exact-time]');
    if (!said) continue;
    const text = exact.format(new Date(element.dateTime));
    element.title = text;
    said.textContent = ` (${text})`;
  }
}

localise();
update();
setInterval(update, everyMs);

export {};
