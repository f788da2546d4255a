type Value = string | number | boolean | null | undefined;
type Row = Readonly<Record<string, Value>>;

/**
 * Prints a command's result as JSON, or in readable form: `name: value` lines, or a table for a
 * list.
 */
export function print(result: unknown, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify(result));
  } else if (!Array.isArray(result)) {
    for (const [name, value] of Object.entries(result as Row)) {
      console.log(`${name}: ${String(value ?? '–')}`);
    }
  } else if (result.length === 0) {
    console.log('None.');
  } else {
    printTable(result as Row[]);
  }
}

function printTable(rows: readonly Row[]): void {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '–')))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
