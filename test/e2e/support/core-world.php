<?php
/** Makes one object of each type for core-answers.php. `$args['image']`: an image, which gets a text. */

$post = function ( $type, $fields = array() ) {
	return wp_insert_post( wp_slash( $fields + array( 'post_type' => $type, 'post_status' => 'publish', 'post_title' => "A $type", 'post_content' => '<!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph -->' ) ) );
};
$theme = get_stylesheet();
$ids   = array();
foreach ( array( 'post' => 'posts', 'page' => 'pages', 'wp_block' => 'blocks', 'wp_navigation' => 'navigation' ) as $type => $base ) {
	$id = $post( $type );
	$ids["$base id"] = $ids["$base parent"] = $id;
	wp_update_post( array( 'ID' => $id, 'post_content' => 'Other words' ) );
	$ids["revisions of $base"] = key( wp_get_post_revisions( $id ) );
	$ids["autosaves of $base"] = _wp_put_post_revision( get_post( $id ), true );
}
foreach ( array( 'wp_template' => 'templates', 'wp_template_part' => 'template-parts' ) as $type => $base ) {
	$id = $post( $type, array( 'post_name' => 'harbour' ) );
	wp_set_object_terms( $id, $theme, 'wp_theme' );
	if ( 'wp_template_part' === $type ) { wp_set_object_terms( $id, 'header', 'wp_template_part_area' ); }
	wp_update_post( array( 'ID' => $id, 'post_content' => 'Other words' ) );
	$ids["$base id"] = $ids["$base parent"] = "$theme//harbour";
	$ids["revisions of $base"] = key( wp_get_post_revisions( $id ) );
	$ids["autosaves of $base"] = _wp_put_post_revision( get_post( $id ), true );
}
$ids['global-styles id'] = $ids['global-styles parent'] = WP_Theme_JSON_Resolver::get_user_global_styles_post_id();
wp_update_post( array( 'ID' => $ids['global-styles id'], 'post_content' => wp_json_encode( array( 'version' => 3, 'isGlobalStylesUserThemeJSON' => true, 'styles' => array( 'color' => array( 'text' => '#222222' ) ) ) ) ) );
$ids['revisions of global-styles'] = (int) key( wp_get_post_revisions( $ids['global-styles id'] ) );
$ids['font-families id'] = $ids['font_family_id'] = $post( 'wp_font_family', array( 'post_content' => wp_json_encode( array( 'name' => 'Sea', 'slug' => 'sea', 'fontFamily' => 'Sea' ) ) ) );
$face = $post( 'wp_font_face', array( 'post_parent' => $ids['font-families id'], 'post_content' => wp_json_encode( array( 'fontFamily' => 'Sea', 'src' => 'https://example.com/sea.woff2' ) ) ) );
$menu = wp_create_nav_menu( uniqid( 'harbour' ) );
$ids['menus id'] = $menu;
$ids['menu-items id'] = $ids['menu-items parent'] = wp_update_nav_menu_item( $menu, 0, array( 'menu-item-title' => 'Sea', 'menu-item-url' => home_url( '/sea' ), 'menu-item-status' => 'publish' ) );
$ids['categories id'] = 1;
$ids['tags id'] = wp_insert_term( uniqid( 'sea' ), 'post_tag' )['term_id'];
$ids['wp_pattern_category id'] = wp_insert_term( uniqid( 'sea' ), 'wp_pattern_category' )['term_id'];
$ids['comments id'] = wp_insert_comment( array( 'comment_post_ID' => $ids['posts id'], 'comment_content' => 'Ahoy', 'comment_author' => 'A', 'comment_approved' => 1 ) );
$ids['media id'] = $args['image'];
// The editor remembers the plugin's panels that were open in earlier tests of this site.
delete_metadata( 'user', 0, $GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences', '', true );
// One image has a text, the others have none.
update_post_meta( $args['image'], '_wp_attachment_image_alt', 'A harbour' );
$editor = get_user_by( 'login', 'core-editor' );
$editor = $editor ? $editor->ID : wp_insert_user( array( 'user_login' => 'core-editor', 'user_pass' => 'x', 'role' => 'editor' ) );
$ids['users id'] = $ids['user_id'] = get_user_by( 'login', 'admin' )->ID;
$ids['uuid'] = WP_Application_Passwords::create_new_application_password( $ids['user_id'], array( 'name' => uniqid( 'core' ) ) )[1]['uuid'];
$sidebar = 'wp_inactive_widgets';
update_option( 'widget_block', array( 2 => array( 'content' => '<p>A widget</p>' ), '_multiwidget' => 1 ) );
wp_set_sidebars_widgets( array( $sidebar => array( 'block-2' ) ) + wp_get_sidebars_widgets() );
echo wp_json_encode( array(
	'world' => $ids + array(
		'type'           => 'post', 'status' => 'publish', 'taxonomy' => 'category', 'stylesheet' => $theme,
		'sidebars id'    => $sidebar, 'widgets id' => 'block-2', 'widget-types id' => 'block', 'namespace' => 'core', 'name' => 'core/get-site-info',
		'block-types name' => 'latest-posts', 'block-renderer name' => 'core/latest-posts', 'location' => 'primary', 'icons name' => 'core/arrow-down-left', 'collection' => 'core', 'icon-collections slug' => 'core',
		'categories slug' => 'site',
		'font-collections slug' => 'google-fonts', 
		"? /wp/v2/view-config" => array( 'kind' => 'postType', 'name' => 'post' ),
		"? /wp/v2/search" => array( 'search' => 'A' ),
		"? /wp/v2/templates/lookup" => array( 'slug' => 'index' ), "? /wp/v2/template-parts/lookup" => array( 'slug' => 'index' ),
		"? /oembed/1.0/embed" => array( 'url' => get_permalink( $ids['posts id'] ) ),
		"? /wp/v2/comments" => array( 'post' => $ids['posts id'] ),
		'font-faces of font-families' => $face,
	),
	'users' => array( 'administrator' => $ids['user_id'], 'editor' => $editor, 'visitor' => 0 ),
) );