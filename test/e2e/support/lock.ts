/**
 * `lock( $post, $user )`: as if that user had the post open for an hour, however slow the machine
 * is. WordPress gives up on an editor that has not responded for 150 seconds. `end_lock( $post,
 * $user )`: as if that time were over.
 */
export const locking = `
  function lock( $post, $user ) { update_post_meta( $post, '_edit_lock', ( time() + HOUR_IN_SECONDS ) . ":$user" ); }
  function end_lock( $post, $user ) { update_post_meta( $post, '_edit_lock', ( time() - 151 ) . ":$user" ); }
`;
