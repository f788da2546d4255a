const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;

/** The current step: one changing line on a terminal, otherwise a line per step. */
export interface Progress {
  /** Shows a step until it settles; `rename` changes its name. */
  during<Result>(
    label: string,
    work: (rename: (label: string) => void) => Promise<Result>,
  ): Promise<Result>;
  /** Removes the line. */
  end(): void;
}

export function createProgress(output: NodeJS.WriteStream): Progress {
  const running = new Map<symbol, { label: string; since: number }>();
  const written = new Set<string>();
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % frames.length;
    const labels = [...running.values()].map(({ label, since }) => `${label}${seconds(since)}`);
    const line = `${frames[frame]} ${labels.join(' · ')}`.slice(0, (output.columns || 80) - 1);
    output.write(labels.length > 0 ? `\r\x1b[K${line}` : '\r\x1b[K');
  };
  const timer = output.isTTY ? setInterval(draw, frameMs) : undefined;

  const show = (key: symbol, label: string) => {
    running.set(key, { label, since: Date.now() });
    if (!output.isTTY && !written.has(label)) output.write(`${label} …\n`);
    written.add(label);
  };
  return {
    async during(label, work) {
      const key = Symbol(label);
      show(key, label);
      try {
        return await work((renamed) => {
          if (running.get(key)?.label !== renamed) show(key, renamed);
        });
      } finally {
        running.delete(key);
      }
    },
    end() {
      clearInterval(timer);
      if (output.isTTY) output.write('\r\x1b[K');
    },
  };
}

/** Seconds are shown when the wait becomes noticeable. */
function seconds(since: number): string {
  const passed = Math.floor((Date.now() - since) / 1_000);
  return passed >= 2 ? ` ${passed} s` : '';
}
