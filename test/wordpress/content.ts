import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PhpRunner } from './php-runner.ts';

export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';

/** Creates a user who logs in with the role's name and the password `password`; returns the id. */
export async function createUser(php: PhpRunner, role: Role): Promise<number> {
  return toId(
    await php(
      `$id = wp_insert_user( array(
        'user_login' => $args['role'], 'user_pass' => 'password', 'role' => $args['role'],
        'user_email' => $args['role'] . '@example.com',
      ) );
      echo is_wp_error( $id ) ? $id->get_error_message() : $id;`,
      { role },
    ),
  );
}

/**
 * PHP that resets users' preferences in the editor, such as which panels are open. The welcome
 * window does not cover their posts.
 */
export const resetPreferences = `
  foreach ( get_users( array( 'blog_id' => 0, 'fields' => 'ID' ) ) as $user ) {
    update_user_meta( $user, $GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences',
      array( 'core/edit-post' => array( 'welcomeGuide' => false ), '_modified' => gmdate( 'c' ) ) );
  }`;

/** Prevents the editor's welcome window from covering the posts of all present users. */
export async function hideWelcomeGuide(php: PhpRunner): Promise<void> {
  await php(resetPreferences);
}

/** Sets an option of the site to any JSON value. */
export async function setOption(php: PhpRunner, name: string, value: unknown): Promise<void> {
  await php(`update_option( $args['name'], $args['value'] );`, { name, value });
}

/** Adds a file to the media library, with all its smaller sizes; returns the attachment's id. */
export async function createMedia(php: PhpRunner, file: string, user = 'admin'): Promise<number> {
  const base64 = (await readFile(file)).toString('base64');
  return toId(
    await php(
      `$file = wp_tempnam( $args['name'] );
      file_put_contents( $file, base64_decode( $args['base64'] ) );
      $id = media_handle_sideload( array( 'name' => $args['name'], 'tmp_name' => $file ) );
      echo is_wp_error( $id ) ? $id->get_error_message() : $id;`,
      { name: basename(file), base64 },
      user,
    ),
  );
}

/** Creates a post (a draft by default) from the fields of `wp_insert_post`; returns its id. */
export async function createPost(
  php: PhpRunner,
  fields: Record<string, unknown>,
  user = 'admin',
): Promise<number> {
  return toId(
    await php(
      `$id = wp_insert_post( wp_slash( $args ), true );
      echo is_wp_error( $id ) ? $id->get_error_message() : $id;`,
      { post_status: 'draft', ...fields },
      user,
    ),
  );
}

/** The URL of a media item. */
export async function getMediaUrl(php: PhpRunner, id: number): Promise<string> {
  return php(`echo wp_get_attachment_url( $args['id'] );`, { id });
}

function toId(printed: string): number {
  const id = Number(printed);
  if (!Number.isInteger(id) || id <= 0) throw new Error(`WordPress refused: ${printed}`);
  return id;
}
