/**
 * The table of permissions: what each route needs, and which of its parameters name an object. Every route has a row;
 * the cells and their expectations are computed from it (`permission-cells.php`).
 */

/**
 * `edit:x`: to edit every object that parameter `x` names. `spend`: a role that may generate. Others are WordPress's
 * capabilities.
 */
type Need =
  | 'spend'
  | `edit:${string}`
  | 'edit_posts'
  | 'upload_files'
  | 'edit_others_posts'
  | 'manage_options'
  | 'view_site_health_checks';

/** The kind of object that a parameter names: an object of the world, or a text with one. */
type Kind =
  | 'image'
  | 'images'
  | 'post'
  | 'posts'
  | 'product'
  | 'batch'
  | 'suggestion'
  | 'suggestions'
  | 'of a place'
  | 'of places'
  | 'place'
  | 'url'
  | 'content'
  | 'rows'
  | 'csv'
  | 'sources';

export interface Row {
  readonly needs: readonly Need[];
  /** Parameters that name objects. Those joined by `+` always name the same object. */
  readonly names?: Readonly<Record<string, Kind | `${Kind}+${Kind}` | `${Kind}+${Kind}+${Kind}`>>;
  /** Further parameters. */
  readonly with?: Readonly<Record<string, unknown>>;
  /** The parameter that contains all others, as abilities require. */
  readonly wrap?: string;
  /** A route of WordPress, which decides who may use it. Only the plugin's fields are checked. */
  readonly core?: true;
  /** Codes of errors that a user with these permissions may get, although they look like a refusal. */
  readonly 'not refused'?: readonly string[];
}

/** The whole library. */
const library = ['spend', 'upload_files', 'edit_others_posts'] as const;
const settings = { needs: ['manage_options'] } as const;
const editsOwn = ['spend', 'edit:id'] as const;
const item = {
  needs: [...library, 'edit:attachment_id'],
  names: { attachment_id: 'image' },
} as const;
const text = { alt_text: 'Two ships' };
const ofBatch = { needs: library, names: { id: 'batch' } } as const;
const again = { regenerate: true };
/** Parameters that only the editor knows. */
const edited = { surroundings: { heading: 'At sea' }, request_id: 'a-click' };
/** Texts in places of a post: the post may refuse them, and the place may be gone. */
const places = { 'not refused': ['altscribe_cannot_change_post'] } as const;
const suggestion = { needs: ['edit:id'], names: { id: 'suggestion' } } as const;
const ofPlace = { needs: ['edit:id'], names: { id: 'of a place' }, ...places } as const;
const generate = {
  needs: ['spend', 'edit:post_id'],
  names: { post_id: 'post', attachment_id: 'image' },
} as const;
const generateForLibrary = {
  ...generate,
  needs: [...generate.needs, 'edit:attachment_id'],
} as const;
const decide = { needs: ['edit_posts'] } as const;

export const rows: Readonly<Record<string, readonly Row[]>> = {
  'GET /account': [settings, { needs: ['spend', 'edit:post_id'], names: { post_id: 'post' } }],
  'POST /account': [settings],
  'GET /attachments/{id}/posts': [{ needs: ['edit:id'], names: { id: 'image' } }],
  'POST /attachments/{id}/fill': [
    { needs: ['edit:id'], names: { id: 'image', post_ids: 'posts' } },
  ],
  'POST /attachments/{id}/unfill': [
    { needs: ['edit:id'], names: { id: 'image', post_ids: 'posts' } },
  ],
  'POST /attachments/{id}/generate': [
    { needs: editsOwn, names: { id: 'image' } },
    { needs: editsOwn, names: { id: 'image' }, with: again },
    {
      needs: [...editsOwn, 'edit:post_id'],
      names: { id: 'image', post_id: 'post' },
      with: { ...again, ...edited },
    },
  ],
  'GET /batch-items': [{ needs: ['upload_files'], names: { ids: 'images' } }],
  'POST /batch-items/{attachment_id}': [{ ...item, with: text }],
  'PUT /batch-items/{attachment_id}': [{ ...item, with: text }],
  'POST /batch-items/{attachment_id}/dismiss': [item],
  'POST /batch-items/{attachment_id}/retry': [item],
  'POST /batch-items/{attachment_id}/undo': [item],
  'GET /batches': [{ needs: library }],
  'POST /batches': [
    { needs: [...library, 'edit:ids'], names: { ids: 'images' }, with: again },
    { needs: library, with: { filters: { state: 'all' } } },
  ],
  'GET /batches/{id}': [ofBatch],
  'POST /batches/{id}/{action}': [{ ...ofBatch, with: { action: 'pause' } }],
  'GET /batches/{id}/items': [ofBatch],
  'POST /batches/{id}/undo': [ofBatch],
  'POST /batches/{id}/unfill': [ofBatch],
  'POST /batches/{id}/work': [ofBatch],
  'GET /batches/current': [{ needs: library }],
  'POST /batches/estimate': [{ needs: [...library, 'edit:ids'], names: { ids: 'images' } }],
  'POST /batches/preview': [{ needs: [...library, 'edit:ids'], names: { ids: 'images' } }],
  'POST /context': [generate],
  'POST /generate': [
    generate,
    { needs: ['spend', 'edit:post_id'], names: { post_id: 'post', image_url: 'url' } },
    // The text of the media library.
    { ...generateForLibrary, with: { place: '' } },
    { ...generateForLibrary, with: { place: '', previous_text: 'A boat', ...again } },
    { ...generate, with: { text_length: 'long', ...edited } },
    {
      needs: ['spend', 'edit:post_id'],
      names: { post_id: 'post', 'attachment_id+place': 'image+place' },
      with: { previous_text: 'A boat' },
    },
    {
      needs: ['spend', 'edit:post_id'],
      names: { 'attachment_id+place': 'image+place', post_id: 'post' },
      with: again,
    },
  ],
  'GET /images': [{ needs: library }],
  'GET /images/{id}': [{ needs: editsOwn, names: { id: 'image' } }],
  'POST /images/{id}': [
    { needs: editsOwn, names: { id: 'image' }, with: { ...text, previous_text: '' } },
  ],
  'POST /images/{id}/read': [{ needs: ['edit:id'], names: { id: 'image' } }],
  'GET /images/counts': [{ needs: library }],
  'POST /import': [{ needs: library, names: { rows: 'rows' } }],
  'POST /import/preview': [{ needs: library, names: { csv: 'csv' } }],
  'POST /products/{id}/generate': [{ needs: [...library, 'edit:id'], names: { id: 'product' } }],
  'POST /rendered-images': [
    { needs: ['edit:post_id'], names: { post_id: 'post', content: 'content' } },
  ],
  'GET /report': [{ needs: ['edit_others_posts'] }],
  'GET /suggestions': [
    { needs: ['edit_posts'] },
    { needs: ['edit_posts'], with: { state: 'decided' } },
    { needs: ['edit_posts', 'edit:post'], names: { post: 'post' } },
    { needs: ['edit_posts', 'edit:post'], names: { post: 'post' }, with: { context: 'edit' } },
  ],
  'POST /suggestions': [
    {
      needs: ['spend', 'edit:attachment_id'],
      names: { attachment_id: 'image' },
      with: { text: 'A boat' },
    },
    {
      needs: ['spend', 'edit:post_id'],
      names: { post_id: 'post', 'attachment_id+place': 'image+place' },
      with: { text: 'A boat' },
    },
    {
      needs: ['spend', 'edit:post_id'],
      names: { post_id: 'post', 'image_url+place': 'url+place' },
      with: { text: 'A boat' },
    },
  ],
  'POST /suggestions/{id}': [
    { ...suggestion, with: { decision: 'accept' } },
    { ...suggestion, with: { decision: 'reject', written: true } },
    { ...ofPlace, with: { decision: 'accept' } },
  ],
  'POST /suggestions/{id}/long': [
    // The text would go into a post that shows the image: that must be the user's too.
    { ...suggestion, needs: editsOwn, 'not refused': ['rest_forbidden'] },
    { ...ofPlace, needs: editsOwn },
  ],
  'POST /suggestions/{id}/rewrite': [
    { ...suggestion, needs: editsOwn },
    { ...ofPlace, needs: editsOwn },
  ],
  'POST /suggestions/{id}/undo': [suggestion, ofPlace],
  'GET /suggestions/counts': [
    decide,
    { needs: ['edit_posts', 'edit:post'], names: { post: 'post' } },
  ],
  'POST /suggestions/decide': [
    { ...decide, names: { ids: 'suggestions' }, with: { decision: 'accept' } },
    { ...decide, names: { ids: 'of places' }, with: { decision: 'accept' } },
    { ...decide, names: { ids: 'suggestions' }, with: { decision: 'undo' } },
    {
      needs: ['edit_posts', 'edit:post'],
      names: { ids: 'suggestions', post: 'post' },
      with: { decision: 'reject' },
    },
  ],
  'GET /settings': [settings],
  'POST /settings': [settings],
  'GET /site-health/connection': [{ needs: ['view_site_health_checks'] }],

  // The plugin's abilities.
  'POST /wp-abilities/v1/abilities/altscribe/generate-alt-text/run': [
    { needs: ['spend', 'edit:attachment_id'], names: { attachment_id: 'image' }, wrap: 'input' },
    {
      needs: ['spend', 'edit:attachment_id'],
      names: { attachment_id: 'image' },
      with: again,
      wrap: 'input',
    },
  ],
  'GET /wp-abilities/v1/abilities/altscribe/check-alt-text/run': [
    { needs: ['edit_posts'], with: { text: 'A boat' }, wrap: 'input' },
    { needs: ['edit:attachment_id'], names: { attachment_id: 'image' }, wrap: 'input' },
  ],
  'GET /wp-abilities/v1/abilities/altscribe/list-missing/run': [
    { needs: library, with: { page: 1 }, wrap: 'input' },
  ],

  // WordPress's own routes, to which the plugin adds fields.
  'GET /wp/v2/media': [
    { core: true, needs: [] },
    { core: true, needs: [], with: { context: 'edit' } },
  ],
  'GET /wp/v2/media/{id}': [
    { core: true, needs: [], names: { id: 'image' } },
    { core: true, needs: [], names: { id: 'image' }, with: { context: 'edit' } },
  ],
  'POST /wp/v2/media/{id}': [
    {
      core: true,
      needs: [],
      names: { id: 'image' },
      with: { meta: { _altscribe_decorative: true } },
    },
    { core: true, needs: [], names: { id: 'image' }, with: { alt_text: 'Two ships' } },
  ],
  'GET /wp/v2/posts': [
    { core: true, needs: [] },
    { core: true, needs: [], with: { context: 'edit', status: 'any' } },
  ],
  'GET /wp/v2/posts/{id}': [
    { core: true, needs: [], names: { id: 'post' } },
    { core: true, needs: [], names: { id: 'post' }, with: { context: 'edit' } },
  ],
  'POST /wp/v2/posts/{id}': [
    { core: true, needs: [], names: { id: 'post', altscribe_sources: 'sources' } },
    {
      core: true,
      needs: [],
      names: { id: 'post' },
      with: { altscribe_language: 'de', meta: { _altscribe_seo_keywords: 'boats' } },
    },
  ],
};

/** The fields and the meta of the plugin in those routes. Posts stand for all types that the editor edits. */
export const fields: Readonly<Record<string, readonly string[]>> = {
  attachment: [
    '_altscribe_decorative',
    'altscribe_file_texts',
    'altscribe_source',
    'altscribe_text_language',
  ],
  post: [
    '_altscribe_seo_keywords',
    'altscribe_automatic_language',
    'altscribe_language',
    'altscribe_sources',
  ],
};
