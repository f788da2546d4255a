// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  blockEditorStore,
  failure,
  imageBlock,
  openEditor,
  openPost,
  openWordPress,
  serve,
  serveSuggestions,
  showBlocks,
  spoken,
  store,
  type Blocks,
  type Request,
  type ShownBlock,
} from '../open-editor.ts';
import { editorBootData } from '../../../../../plugin/src/editor/boot-data.ts';
import { targetKey } from '../../../../../plugin/src/editor/post/alt-text-target.ts';
import type { EditorImage } from '../../../../../plugin/src/editor/post/editor-image.ts';
import { listImages } from '../../../../../plugin/src/editor/post/images.ts';
import { placeOf } from '../../../../../plugin/src/editor/post/places.ts';
import {
  isUnread,
  newSource,
  writeSources,
} from '../../../../../plugin/src/editor/post/sources.ts';

/**
 * Random sequences of what users, the service and the site do, in any order and with any answer
 * late or failing. A failure says how to run only that sequence.
 */

const sequences = 2000;
const steps = 14;

/** Some sequences share it, because it takes long to open: each has a post of its own. */
let wordpress = openWordPress();

/** A suggestion on the site. */
interface SiteRow {
  id: number;
  attachment_id: number;
  post_id: number;
  place: string;
  text: string;
  purpose: string;
  declined: boolean;
  hint: string;
  state: 'pending' | 'away' | 'accepted' | 'decorative' | 'rejected';
}

/** A text that was paid for. */
interface Paid {
  attachmentId: number;
  /** Until somebody accepts, rejects or replaces it. */
  isOpen: boolean;
  /** The user has seen it by itself. */
  isRead: boolean;
}

// Before the clock of the tests replaces it.
const { setImmediate: realImmediate } = globalThis;

/** Lets everything happen that waits for nothing. */
const rest = () => new Promise((done) => realImmediate(done));

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** An editor, a user, a service and a site. */
class World {
  readonly log: string[] = [];
  private readonly random: () => number;
  private readonly registry;
  private readonly postId: number;
  private rows: SiteRow[] = [];
  private readonly paid = new Map<string, Paid>();
  /** The last text that the user typed into the suggestion for an attachment, until it is decided. */
  private readonly typed = new Map<number, string>();
  /** The last step in which the user typed a text into a block, or saw a suggestion, by attachment. */
  private readonly typedAt = new Map<number, number>();
  private readonly decidedAt = new Map<number, number>();
  /** The suggestion that each image shows, and the text that the image had when it came. */
  private readonly suggestedAt = new Map<number, { alt: string; text: string }>();
  /**
   * What the user made of each text that was paid for: the text in the post, or '' for the mark, and
   * the earlier edit that was beside it.
   */
  private readonly decided = new Map<string, { alt: string; edit: string | null }>();
  private step = 0;
  private counter = 0;
  private readonly answers: ((isOk: boolean) => void)[] = [];
  private readonly asked = new Set<number>();
  private deliveries: (() => void)[] = [];
  private isSiteDown = false;
  private readonly undone: Blocks[] = [];
  private readonly done: Blocks[] = [];
  private blocks: Blocks;
  private cut: ShownBlock[] = [];
  private isRunning = false;
  /** Also of a request, whose sender takes it for an answer that failed. */
  private fault: string | undefined;
  /** The images, until anything changes. */
  private listed: EditorImage[] | undefined;

  constructor(seed: number) {
    this.random = randomOf(seed);
    this.postId = 1000 + seed;
    this.blocks = { a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'By hand') };
    this.registry = openEditor(this.blocks, wordpress);
    this.registry.subscribe(() => {
      this.listed = undefined;
    });
    openPost(this.postId);
    editorBootData.reviewNewTexts = this.random() < 0.7;
    if (this.random() < 0.5) {
      // Of an earlier session.
      const source = { ...newSource('By hand', { model: '', prompt: '' }, false), time: 1 };
      this.paid.set('By hand', { attachmentId: 3, isOpen: false, isRead: false });
      writeSources(this.registry, [{ imageKey: 3, text: 'By hand', source }]);
    }
    serve.mockImplementation((request) => this.serve(request));
    serveSuggestions.mockImplementation((request) => this.visitSite(request));
  }

  private get actions() {
    return this.registry.dispatch(store);
  }

  private get images(): EditorImage[] {
    this.listed ??= listImages(this.registry);
    return this.listed;
  }

  private suggestionOf(image: EditorImage) {
    return this.registry.select(store).getSuggestion(image);
  }

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  private fail(message: string): never {
    this.fault ??= message;
    throw new Error(message);
  }

  /** The service: each text is another one, and comes when the sequence says so. */
  private serve({ data }: Request): Promise<unknown> {
    const attachmentId = Number(data['attachment_id']);
    if (this.asked.has(attachmentId)) {
      this.fail(`Paid twice at once for ${attachmentId}`);
    }
    if (this.isRunning && this.openTexts(attachmentId).length > 0) {
      this.fail(`A run paid for ${attachmentId}, whose text waits`);
    }
    this.asked.add(attachmentId);
    const before = this.openTexts(attachmentId);
    return new Promise((done, refuse) => {
      this.answers.push((isOk) => {
        this.asked.delete(attachmentId);
        if (!isOk) {
          const isDeclined = this.random() < 0.5;
          const data = isDeclined ? { problem: 'declined' } : { status: 500 };
          refuse(Object.assign(new Error('Refused'), failure('altscribe_x', data)));
          return;
        }
        this.counter += 1;
        const text = `Text ${this.counter}`;
        // The user asked for another one instead.
        for (const old of before) {
          this.close(old);
        }
        this.paid.set(text, { attachmentId, isOpen: true, isRead: false });
        done(answer(text));
      });
    });
  }

  private openTexts(attachmentId: number): string[] {
    return [...this.paid].flatMap(([text, one]) =>
      one.isOpen && one.attachmentId === attachmentId ? [text] : [],
    );
  }

  private close(text: string): void {
    const paid = this.paid.get(text);
    if (paid) {
      paid.isOpen = false;
    }
  }

  /** The routes of suggestions: the site acts at once, and its answer may come late. */
  private visitSite({ path, data }: Request): Promise<unknown> {
    if (this.isSiteDown) {
      return Promise.reject(Object.assign(new Error('503'), failure('503', { status: 503 })));
    }
    const value = this.answerOf(path, data);
    return this.random() < 0.5
      ? Promise.resolve(value)
      : new Promise((done) => this.deliveries.push(() => done(value)));
  }

  private answerOf(path: string, data: Record<string, unknown> | undefined): unknown {
    const [, id] = /suggestions\/(\d+)$/.exec(path) ?? [];
    const row = this.rows.find((one) => one.id === Number(id));
    if (row && data) {
      // The site refuses a decision about another text.
      const isShown = [undefined, row.text].includes(data['shown_text'] as string | undefined);
      if (isShown && (row.state === 'pending' || row.state === 'away')) {
        const decision = String(data['decision']);
        if (decision === 'accept' && !this.decided.has(row.text)) {
          this.fail(`“${row.text}” is accepted, and nobody accepted it`);
        }
        row.state = ({ accept: 'accepted', reject: 'rejected' } as const)[decision] ?? 'decorative';
        this.close(row.text);
      }
      return row;
    }
    if (!data) {
      return this.rows
        .filter(({ state }) => state === 'pending' || state === 'away')
        .map((one) => ({ ...one }));
    }
    const { attachment_id, place } = data as unknown as SiteRow;
    const known = this.rows.find((one) => one.state === 'pending' && one.place === place);
    if (known) {
      // The site has one text for each place.
      if (known.text !== data['text']) {
        this.close(known.text);
      }
      Object.assign(known, data);
      return { ...known };
    }
    const added = { ...(data as unknown as SiteRow), id: this.rows.length + 1 };
    this.rows.push({ ...added, attachment_id, state: 'pending' });
    return added;
  }

  /** The site follows the places of its suggestions when the post is saved. */
  private followSave(): void {
    const images = this.images.map((image) => ({ image, place: placeOf(this.registry, image) }));
    for (const row of this.rows) {
      const own = images.find(({ place }) => place === row.place)?.image;
      if (row.state === 'pending' && own?.state === 'decorative') {
        row.state = 'decorative';
        this.close(row.text);
      } else if (row.state === 'pending' && own && own.alt !== '' && own.alt === row.text) {
        row.state = 'accepted';
        this.close(row.text);
      } else if (row.state === 'pending' && !own) {
        row.state = 'away';
      } else if (
        row.state === 'away' &&
        own &&
        !this.rows.some((one) => one.state === 'pending' && one.place === row.place)
      ) {
        row.state = 'pending';
      }
    }
  }

  /** The user's own change of the content. */
  private changeBlocks(next: Blocks): void {
    this.remember();
    this.blocks = next;
    showBlocks(next);
  }

  private readBlocks(): Blocks {
    const { getBlockOrder, getBlock } = this.registry.select(blockEditorStore);
    return Object.fromEntries(
      getBlockOrder().map((id: string) => [id, getBlock(id) as ShownBlock]),
    );
  }

  /** A step that Undo takes back. */
  private remember(): void {
    this.done.push(this.readBlocks());
    this.undone.length = 0;
  }

  private readonly events: Record<string, (() => unknown) | [weight: number, run: () => unknown]> =
    {
      generate: [3, () => this.withImage((image) => this.actions.generate(image.target))],
      generateAll: () => {
        this.isRunning = true;
        const run = this.actions.generateAll();
        this.isRunning = false;
        return run;
      },
      answer: [
        5,
        () => this.answers.splice(Math.floor(this.random() * this.answers.length), 1)[0]?.(true),
      ],
      refuse: () =>
        this.answers.splice(Math.floor(this.random() * this.answers.length), 1)[0]?.(false),
      deliver: [3, () => this.deliveries.shift()?.()],
      deliverLast: () => this.deliveries.pop()?.(),
      typeSuggestion: [
        3,
        () =>
          this.withSuggestion((image, { generated }) => {
            this.counter += 1;
            const text = `Typed ${this.counter}`;
            this.typed.set(image.attachmentId ?? 0, text);
            this.see(generated);
            return this.actions.editSuggestion(image.target, text);
          }),
      ],
      accept: [
        3,
        () =>
          this.withSuggestion((image, { text, generated }) => {
            if (image.state === 'decorative' || text.trim() === '') {
              return;
            }
            this.remember();
            this.see(generated ?? text);
            if (generated === null) {
              // The editor's own Undo has it from now on.
              this.typed.delete(image.attachmentId ?? 0);
            }
            this.decidedAt.set(image.attachmentId ?? 0, this.step);
            this.decide(this.suggestionOf(image), text.trim());
            return this.actions.applySuggestion(image.target, text);
          }),
      ],
      acceptAll: () => {
        this.remember();
        for (const image of this.images) {
          const id = image.attachmentId ?? 0;
          // Not over another text, but Undo may have brought this one back.
          const suggested = this.suggestedAt.get(id);
          if (suggested?.alt === image.alt) {
            this.decidedAt.set(id, this.step);
            const shown = this.suggestionOf(image);
            this.decide(shown, shown?.text);
          }
        }
        return this.actions.applyAllSuggestions();
      },
      reject: () =>
        this.withSuggestion((image, { generated }) => {
          this.typed.delete(image.attachmentId ?? 0);
          this.close(generated ?? '');
          return this.actions.dismissSuggestion(image.target);
        }),
      decorative: () =>
        this.withImage((image) => {
          if (image.decorative.can && image.state !== 'decorative') {
            this.remember();
            this.typed.delete(image.attachmentId ?? 0);
            this.decide(this.suggestionOf(image), '');
            return this.actions.markDecorative(image.target);
          }
        }),
      editOwn: () => this.withImage((image) => this.actions.editAltText(image.target)),
      restoreEdit: () =>
        this.withSuggestion((image, { text, generated, earlierEdit }) => {
          if (earlierEdit !== null) {
            this.typed.set(image.attachmentId ?? 0, text === generated ? earlierEdit : text);
          }
          return this.actions.restoreEdit(image.target);
        }),
      typeAlt: [
        2,
        () =>
          this.withImage((image) => {
            this.counter += 1;
            const text = this.random() < 0.2 ? '' : `Alt ${this.counter}`;
            const id = image.attachmentId ?? 0;
            const [key] = Object.keys(this.readBlocks()).filter(
              (one) => one === targetKey(image.target),
            );
            const block = this.readBlocks()[key ?? ''];
            if (!block || image.state === 'decorative') {
              return;
            }
            // What was accepted, or written, is theirs to change.
            if (!this.suggestionOf(image)) {
              this.openTexts(id).forEach((one) => {
                if (this.isInPost(image, one)) {
                  this.close(one);
                }
              });
              this.typed.delete(id);
            }
            this.typedAt.set(id, this.step);
            this.changeBlocks({
              ...this.readBlocks(),
              [key as string]: { ...block, attributes: { ...block.attributes, alt: text } },
            });
          }),
      ],
      undo: [
        3,
        () => {
          const before = this.done.pop();
          if (before) {
            this.undone.push(this.readBlocks());
            showBlocks(before);
          }
        },
      ],
      redo: [
        2,
        () => {
          const after = this.undone.pop();
          if (after) {
            this.done.push(this.readBlocks());
            showBlocks(after);
          }
        },
      ],
      cut: [
        2,
        () => {
          const blocks = this.readBlocks();
          const id = this.pick(Object.keys(blocks));
          const block = id === undefined ? undefined : blocks[id];
          if (id !== undefined && block) {
            this.cut.push(block);
            this.changeBlocks(
              Object.fromEntries(Object.entries(blocks).filter(([key]) => key !== id)),
            );
          }
        },
      ],
      paste: [3, () => this.paste()],
      replaceImage: () =>
        this.withImage((image) => {
          this.counter += 1;
          const id = 100 + this.counter;
          const key = targetKey(image.target);
          const block = this.readBlocks()[key];
          if (block) {
            const url = `https://example.com/${id}.jpg`;
            const attributes = { ...block.attributes, id, url, alt: '' };
            this.changeBlocks({ ...this.readBlocks(), [key]: { ...block, attributes } });
          }
        }),
      switchTab: [4, () => this.actions.loadSuggestions()],
      save: [
        2,
        () => {
          this.followSave();
          for (const image of this.images) {
            const id = image.attachmentId ?? 0;
            if (this.typed.get(id) === image.alt) {
              this.typed.delete(id);
            }
            const isDone = (image.state === 'decorative') === (image.alt === '');
            for (const [text, { alt, edit }] of this.decided) {
              if (isDone && alt === image.alt && this.paid.get(text)?.attachmentId === id) {
                // The site may never have had it.
                this.close(text);
                if (this.typed.get(id) === edit) {
                  this.typed.delete(id);
                }
              }
            }
          }
          return this.actions.settleSuggestions();
        },
      ],
      autosave: [2, () => this.followSave()],
      anotherUser: () => {
        const row = this.pick(this.rows.filter(({ state }) => state === 'pending'));
        if (row) {
          this.close(row.text);
          if (this.random() < 0.5) {
            row.state = 'rejected';
          } else {
            this.counter += 1;
            row.text = `Text ${this.counter}`;
            this.paid.set(row.text, {
              attachmentId: row.attachment_id,
              isOpen: true,
              isRead: false,
            });
          }
        }
      },
      siteDown: () => {
        this.isSiteDown = true;
      },
      siteUp: [
        2,
        () => {
          this.isSiteDown = false;
        },
      ],
    };

  private see(text: string | null): void {
    const paid = this.paid.get(text ?? '');
    if (paid) {
      paid.isRead = true;
    }
  }

  private decide(shown: ReturnType<World['suggestionOf']>, alt = ''): void {
    if (shown) {
      this.decided.set(shown.generated ?? '', { alt, edit: shown.earlierEdit });
    }
  }

  private withImage(run: (image: EditorImage) => unknown): unknown {
    const image = this.pick(this.images);
    return image && run(image);
  }

  private withSuggestion(
    run: (
      image: EditorImage,
      suggestion: NonNullable<ReturnType<World['suggestionOf']>>,
    ) => unknown,
  ): unknown {
    const image = this.pick(this.images.filter((one) => this.suggestionOf(one) !== null));
    const suggestion = image && this.suggestionOf(image);
    return image && suggestion && run(image, suggestion);
  }

  private isInPost({ alt }: EditorImage, text: string): boolean {
    const isEdited = [...this.typed.values()].includes(alt);
    return alt === text || isEdited;
  }

  private paste(): void {
    const block = this.cut.pop();
    const isThere = this.images.some(
      ({ attachmentId }) => attachmentId === block?.attributes['id'],
    );
    if (block && !isThere) {
      this.counter += 1;
      this.changeBlocks({ ...this.readBlocks(), [`pasted-${this.counter}`]: block });
    }
  }

  async run(): Promise<void> {
    const weighted = Object.entries(this.events).flatMap(([name, event]) =>
      Array.isArray(event)
        ? Array.from({ length: event[0] }, () => [name, event[1]] as const)
        : [[name, event] as const],
    );
    for (this.step = 1; this.step <= steps; this.step += 1) {
      const [name, run] = this.pick(weighted) ?? this.fail('No event');
      this.log.push(name);
      await this.after(run);
    }
    await this.comeToRest();
  }

  /** Does something, lets everything follow that can, and checks what must always hold. */
  private async after(run: () => unknown): Promise<void> {
    const alts = new Map(this.images.map((image) => [image.attachmentId, image.alt]));
    const step = this.step;
    void run();
    const typed = new Map(this.images.map((image) => [image.attachmentId, image.alt]));
    await rest();
    if (this.fault !== undefined) {
      this.fail(this.fault);
    }
    // As the sidebar does after each change of the images.
    void this.actions.placeSuggestions();
    const rows = this.listHeld().flatMap((one) => one?.row ?? []);
    if (new Set(rows).size < rows.length) {
      this.fail('The editor keeps two texts of one row');
    }
    for (const image of this.images) {
      const id = image.attachmentId ?? 0;
      const before = typed.get(id) ?? alts.get(id);
      const isTypedSince = (this.typedAt.get(id) ?? 0) > (this.decidedAt.get(id) ?? 0);
      if (
        before &&
        before !== image.alt &&
        image.alt !== '' &&
        isTypedSince &&
        this.typedAt.get(id) !== step
      ) {
        this.fail(`“${image.alt}” was written over “${before}”, typed since`);
      }
      const text = this.suggestionOf(image)?.generated;
      if (text && this.suggestedAt.get(id)?.text !== text) {
        this.suggestedAt.set(id, { alt: image.alt, text });
      }
      const paid = this.paid.get(image.alt);
      if (paid && !paid.isRead && !isUnread(this.registry, image)) {
        this.fail(`“${image.alt}” is called read`);
      }
      if (paid && !this.suggestionOf(image) && image.alt !== before) {
        // Written at once, because the image had no text; Undo is up to the user.
        const { applied } = this.registry.select(store).getRequestState(image.target);
        paid.isOpen &&= applied !== null;
      }
    }
  }

  /** What the editor keeps, whether its image is there or not. */
  private listHeld() {
    const select = this.registry.select(store);
    return [...Object.values(select.getRequests()), ...select.getAway()].flatMap(
      ({ suggestion, applied }) => [suggestion, applied?.suggestion],
    );
  }

  /** Everything that is under way ends, and the user pastes what was cut. Then nothing may be missing. */
  private async comeToRest(): Promise<void> {
    this.log.push('rest');
    this.isSiteDown = false;
    for (let round = 0; round < 4 && this.answers.length + this.deliveries.length > 0; round += 1) {
      this.answers.splice(0).forEach((one) => one(true));
      await this.after(() => this.deliveries.splice(0).forEach((one) => one()));
    }
    while (this.cut.length > 0) {
      await this.after(() => this.paste());
    }
    for (let round = 0; round < 3; round += 1) {
      await this.after(() => this.actions.loadSuggestions());
      if (this.deliveries.length > 0) {
        await this.after(() => this.deliveries.splice(0).forEach((one) => one()));
      }
    }
    const select = this.registry.select(store);
    const held = this.listHeld();
    const alts = this.images.map(({ alt }) => alt);
    for (const [text, { isOpen }] of this.paid) {
      const isHeld = held.some((one) => one?.generated === text);
      const isStored = this.rows.some(
        (row) => row.text === text && (row.state === 'pending' || row.state === 'away'),
      );
      if (isOpen && !isHeld && !isStored && !alts.includes(text)) {
        this.fail(`“${text}” is lost`);
      }
    }
    for (const [id, text] of this.typed) {
      const isHeld = held.some((one) => one && [one.text, one.earlierEdit].includes(text));
      if (!isHeld && !alts.includes(text)) {
        this.fail(`“${text}”, typed for ${id}, is lost`);
      }
    }
    for (const image of this.images) {
      const shown = this.suggestionOf(image);
      const row = this.rows.find(
        (one) => one.state === 'pending' && one.place === placeOf(this.registry, image),
      );
      const { applied } = select.getRequestState(image.target);
      if (row && !shown && !applied && image.state !== 'decorative') {
        this.fail(`“${row.text}” waits on the site, and the editor does not show it`);
      }
    }
  }
}

describe('Random sequences', () => {
  afterEach(() => {
    editorBootData.reviewNewTexts = false;
  });

  it(
    `lose no text, and call none read that is not, in ${sequences} sequences`,
    { timeout: 600_000 },
    async () => {
      const only = process.env['ALTSCRIBE_SEED'];
      const seeds = only
        ? [Number(only)]
        : Array.from({ length: sequences }, (_, index) => index + 1);
      for (const seed of seeds) {
        if (seed % 20 === 0) {
          wordpress = openWordPress();
        }
        const world = new World(seed);
        await world.run().catch((error: unknown) => {
          const again = `ALTSCRIBE_SEED=${seed} npx vitest run store/sequences`;
          throw new Error(`${String(error)} after ${world.log.join(', ')}. Again: ${again}`);
        });
      }
      expect(spoken()).not.toBe('');
    },
  );
});
