import type { Session } from '../../wordpress/session.ts';

/** What a screen asks of PHP before it shows images. */
export interface Screen {
  readonly name: string;
  /** Of the plugin: there is none without it. */
  readonly isOwn?: boolean;
  open(session: Session): Promise<Response>;
}

const page = (name: string, path: string, isOwn = false): Screen => ({
  name,
  isOwn,
  open: (session) => session.fetch(`/wp-admin/${path}`),
});

const grid = new URLSearchParams({
  action: 'query-attachments',
  post_id: '0',
  'query[orderby]': 'date',
  'query[order]': 'DESC',
  'query[posts_per_page]': '80',
  'query[paged]': '1',
});

const filtered = 'upload.php?mode=list&altscribe_state=';
const sorted = 'orderby=altscribe_alt_text&order=asc';

/** `site`: its address, for the page that visitors see. */
export function listScreens(attachmentId: number, site: string): Screen[] {
  return [
    page('list', 'upload.php?mode=list'),
    page('grid', 'upload.php?mode=grid'),
    {
      name: 'first 80 images of the grid',
      open: (session) => session.fetch('/wp-admin/admin-ajax.php', { method: 'POST', body: grid }),
    },
    page('an image', `post.php?post=${String(attachmentId)}&action=edit`),
    page('dashboard', 'index.php'),
    { name: 'front page, for visitors', open: () => fetch(`${site}/`) },
    page('list, missing', `${filtered}missing`, true),
    page('list, needs a check', `${filtered}check`, true),
    page('list, decorative', `${filtered}decorative`, true),
    page('list, sorted by alt text', `upload.php?mode=list&${sorted}`, true),
    page('list, needs a check, sorted', `${filtered}check&${sorted}`, true),
    page('Media > Alt text', 'upload.php?page=altscribe-media', true),
    {
      name: 'its images',
      isOwn: true,
      open: (session) => session.fetch('/wp-json/altscribe/v1/images?state=missing'),
    },
    {
      name: 'its counts',
      isOwn: true,
      open: (session) => session.fetch('/wp-json/altscribe/v1/images/counts'),
    },
    page('Settings > Altscribe', 'options-general.php?page=altscribe', true),
  ];
}
