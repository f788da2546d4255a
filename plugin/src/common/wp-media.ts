/** The parts of WordPress's media scripts that the plugin uses: Backbone models and views. */

export interface AttachmentModel {
  readonly id: number;
  readonly cid: string;
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
}

export interface MediaView {
  readonly el: HTMLElement;
  readonly model: AttachmentModel;
  readonly controller: MediaController;
  render: (...args: unknown[]) => unknown;
  dispose: (...args: unknown[]) => unknown;
}

interface Collection {
  readonly length: number;
  pluck: (name: string) => unknown[];
}

export interface MediaController {
  state: () => { get: (name: string) => Collection };
  on: (events: string, callback: () => void, context?: unknown) => void;
  trigger: (event: string) => void;
  isModeActive: (mode: string) => boolean;
}

export interface Toolbar {
  set: (name: string, view: unknown) => void;
}

/** A class of Backbone. */
export interface ViewClass<View = MediaView> {
  prototype: View;
  new (options: object): View & { render: () => unknown };
  extend: (members: object) => ViewClass<View>;
}

export interface AttachmentsBrowser extends MediaView {
  readonly toolbar: Toolbar;
  readonly collection: { props: unknown };
  createToolbar: () => void;
}

export interface Media {
  view: {
    Attachment: { Details: ViewClass };
    AttachmentFilters: ViewClass;
    AttachmentsBrowser: ViewClass<AttachmentsBrowser>;
    Button: ViewClass;
    ImageDetails: ViewClass;
    Label: ViewClass;
    /** `id`: of the post whose editor this is. */
    settings: { post: { id?: number } };
  };
}

/** Undefined on screens without a media window. */
export function findMedia(): Media | undefined {
  const { wp } = window as { wp?: { media?: Partial<Media> } };
  const media = wp?.media;
  return media?.view ? (media as Media) : undefined;
}
