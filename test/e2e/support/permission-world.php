<?php
/**
 * The site of the table of permissions: posts and images of a user and of another one, each full of
 * words that only users who may read it may see. It runs inside one transaction, which is never
 * committed.
 *
 * `$args`: `role` ('' for a visitor), `excluded` (whether the role may not generate), and `files` (base64 of a WebP file
 * by key of an image).
 */

/** Posts: the status of each, and whether the user wrote it. `borrow…`: shows the image of that name. */
const WORLD_POSTS = array(
	'own'              => array( 'draft', true ),
	'published'        => array( 'publish', true ),
	'foreign'          => array( 'publish', false ),
	'private'          => array( 'private', false ),
	'draft'            => array( 'draft', false ),
	'trashed'          => array( 'trash', false ),
	'password'         => array( 'publish', false ),
	'borrowunattached' => array( 'draft', true ),
	'borrowprivate'    => array( 'draft', true ),
	'borrowdraft'      => array( 'draft', true ),
);

/**
 * Images: the post that each is attached to ('' for none), whether the user uploaded it, whether it has alt text, and
 * whether a suggestion waits. `in…` and `held…`: shown in the post of that name. `binned`: in the trash.
 */
const WORLD_IMAGES = array(
	'own'          => array( '', true, false, true ),
	'unattached'   => array( '', false, false, true ),
	'foreign'      => array( 'foreign', false, true, true ),
	'private'      => array( 'private', false, true, true ),
	'draft'        => array( 'draft', false, false, true ),
	'trashed'      => array( 'trashed', false, true, true ),
	'password'     => array( 'password', false, false, true ),
	'binned'       => array( '', false, true, true ),
	'inprivate'    => array( '', true, false, false ),
	'indraft'      => array( '', true, false, false ),
	'inpassword'   => array( '', true, false, false ),
	'heldprivate'  => array( '', true, false, true ),
	'helddraft'    => array( '', true, false, true ),
	'heldpassword' => array( '', true, false, true ),
);

/** A sentence with a word of an object, which is found again in any text. */
function secret( $kind, $key, $field ) {
	return "Small boats of secret-$kind-$key-$field near the old harbour";
}

/** The images that a post shows; the first is its featured image. */
function world_shown( $post ) {
	$names = array( preg_replace( '/^borrow/', '', $post ), "in$post", "held$post" );
	$shown = array_values( array_intersect( $names, array_keys( WORLD_IMAGES ) ) );
	return $shown ? $shown : array( 'own' );
}

/** A block with an image; without a URL, only its id is known. */
function world_block( $id, $url, $alt, $caption ) {
	return '<!-- wp:image {"id":' . $id . '} -->' . "\n" . '<figure class="wp-block-image"><img src="' . $url . '" alt="' . $alt . '" class="wp-image-' . $id . '"/><figcaption class="wp-element-caption">' . $caption . "</figcaption></figure>\n<!-- /wp:image -->";
}

function world_image( $key, $author, $file ) {
	list( , , $is_described ) = WORLD_IMAGES[ $key ];
	$folder = wp_get_upload_dir()['basedir'] . '/permissions';
	wp_mkdir_p( $folder );
	$name = "secret-image-$key-file.webp";
	file_put_contents( "$folder/$name", base64_decode( $file ) );
	$id = wp_insert_attachment( array( 'post_title' => secret( 'image', $key, 'title' ), 'post_excerpt' => secret( 'image', $key, 'caption' ), 'post_content' => secret( 'image', $key, 'description' ), 'post_author' => $author, 'post_mime_type' => 'image/webp' ), "$folder/$name" );
	wp_update_attachment_metadata( $id, array( 'width' => 320, 'height' => 240, 'file' => "permissions/$name", 'sizes' => array() ) );
	if ( $is_described ) {
		update_post_meta( $id, '_wp_attachment_image_alt', secret( 'image', $key, 'alt' ) );
	}
	return $id;
}

/** A suggestion; that of the media library has the id of its image, so one number names both. */
function world_suggest( $kind, $key, $image, $post, $author ) {
	$words = array_map( function ( $field ) use ( $kind, $key ) { return secret( $kind, $key, $field ); }, array( 'new_text' => 'suggested', 'hint' => 'hint', 'model' => 'model' ) );
	return altscribe_add_suggestion( $words + array( 'attachment_id' => $image, 'post_id' => $post, 'place' => $post ? "core/image#$image#1" : '', 'previous_text' => $post ? secret( 'post', $key, 'blockalt' ) : \Altscribe\Library\Alt_Text::get( $image ), 'origin' => 'sidebar', 'user_id' => $author, 'purpose' => 'informative' ) );
}

/** Makes the site. Returns the ids by kind and key, and of `user`. */
function make_world( $role, $is_excluded, $files ) {
	global $wpdb;
	$author = get_current_user_id();
	$user   = $role ? wp_insert_user( array( 'user_login' => uniqid( 'may' ), 'user_pass' => 'x', 'role' => $role, 'user_email' => uniqid() . '@example.com' ) ) : $author;
	$owner  = function ( $is_own ) use ( $user, $author ) { return $is_own ? $user : $author; };
	update_option( 'altscribe_settings', array( 'service_url' => 'https://alt.example.com', 'api_key' => 'alt_the-stored-key-0001', 'user_id' => 'site@example.com', 'limit_roles' => $is_excluded, 'generate_roles' => array( 'shop_manager' ) ) );
	foreach ( WORLD_IMAGES as $key => list( , $is_own ) ) {
		$ids['image'][ $key ] = world_image( $key, $owner( $is_own ), $files[ $key ] );
	}
	foreach ( WORLD_POSTS as $key => list( $status, $is_own ) ) {
		$content = '<!-- wp:heading --><h2 class="wp-block-heading">' . secret( 'post', $key, 'heading' ) . '</h2><!-- /wp:heading -->';
		foreach ( world_shown( $key ) as $shown ) {
			$content .= '<!-- wp:paragraph --><p>' . secret( 'post', $key, 'paragraph' ) . '</p><!-- /wp:paragraph -->' . ( 0 === strpos( $key, 'borrow' )
				? world_block( $ids['image'][ $shown ], '', '', 'A caption' )
				: world_block( $ids['image'][ $shown ], wp_get_attachment_url( $ids['image'][ $shown ] ), secret( 'post', $key, 'blockalt' ), secret( 'post', $key, 'blockcaption' ) ) );
		}
		$post = wp_insert_post( wp_slash( array( 'post_title' => secret( 'post', $key, 'title' ), 'post_content' => $content, 'post_excerpt' => secret( 'post', $key, 'excerpt' ), 'post_author' => $owner( $is_own ), 'post_status' => 'trash' === $status ? 'publish' : $status, 'post_password' => 'password' === $key ? 'open' : '', 'meta_input' => array( '_altscribe_seo_keywords' => secret( 'post', $key, 'keywords' ), '_thumbnail_id' => $ids['image'][ world_shown( $key )[0] ] ) ) ) );
		\Altscribe\Posts\Post_Sources::record_post_source( $post, 1, 'x', array( 'source' => 'generated', 'model' => secret( 'post', $key, 'source' ) ) );
		$ids['post'][ $key ]  = $post;
		$ids['place'][ $key ] = world_suggest( 'place', $key, $ids['image'][ world_shown( $key )[0] ], $post, $owner( $is_own ) );
		if ( 'trash' === $status ) {
			wp_trash_post( $post );
		}
	}
	// Far above the ids of images.
	$wpdb->query( $wpdb->prepare( 'UPDATE %i SET id = id + 1000000', \Altscribe\Suggestions\Store::table() ) );
	foreach ( $ids['place'] as $key => $id ) {
		$ids['place'][ $key ] = $id + 1000000;
	}
	foreach ( WORLD_IMAGES as $key => list( $parent, , , $is_suggested ) ) {
		$image = $ids['image'][ $key ];
		$wpdb->update( $wpdb->posts, array( 'post_parent' => $ids['post'][ $parent ] ?? 0, 'post_status' => 'binned' === $key ? 'trash' : 'inherit' ), array( 'ID' => $image ) );
		if ( $is_suggested ) {
			$wpdb->update( \Altscribe\Suggestions\Store::table(), array( 'id' => $image ), array( 'id' => world_suggest( 'suggestion', $key, $image, 0, $owner( $parent ? WORLD_POSTS[ $parent ][1] : true ) ) ) );
		}
	}
	wp_cache_flush();
	$batch = \Altscribe\Batches\Start::start_batch( array( 'ids' => array_values( $ids['image'] ), 'overwrite' => true, 'regenerate' => true, 'origin' => 'page' ) );
	$wpdb->update( \Altscribe\Batches\Store::items_table(), array( 'state' => 'suggested' ), array( 'batch_id' => $batch ) );
	foreach ( $ids['image'] as $key => $image ) {
		$wpdb->update( \Altscribe\Batches\Store::items_table(), array( 'new_text' => secret( 'suggestion', $key, 'queued' ) ), array( 'attachment_id' => $image ) );
	}
	register_post_type( 'product', array( 'public' => true, 'show_in_rest' => true, 'supports' => array( 'title', 'editor' ) ) );
	foreach ( array( 'own', 'foreign' ) as $key ) {
		$ids['product'][ $key ] = wp_insert_post( array( 'post_title' => 'Boat', 'post_status' => 'publish', 'post_type' => 'product', 'post_author' => $owner( 'own' === $key ) ) );
	}
	\Altscribe\Posts\Uses_Index::read_uses( 60 );
	$ids['batch'] = array( 'all' => $batch );
	wp_cache_flush();
	return $ids + array( 'user' => $role ? $user : 0 );
}

/** Deletes the files of the images; the rest is never committed. */
function remove_files() {
	foreach ( glob( wp_get_upload_dir()['basedir'] . '/permissions/*' ) as $file ) {
		unlink( $file );
	}
}
