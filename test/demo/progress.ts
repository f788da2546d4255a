const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;

/** What is under way: one line that changes on a terminal, a line each elsewhere. */
export interface Progress {
  /** Shows a piece of work until it settles; `rename` changes what it is called. */
  during<Result>(
    label: string,
    work: (rename: (label: string) => void) => Promise<Result>,
  ): Promise<Result>;
  /** Takes the line away. */
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

/** Counting begins when a wait begins to be felt. */
function seconds(since: number): string {
  const passed = Math.floor((Date.now() - since) / 1_000);
  return passed >= 2 ? ` ${passed} s` : '';
}
