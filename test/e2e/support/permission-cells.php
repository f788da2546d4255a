<?php
/**
 * Calls each row of the table of permissions with every object in every way, as one user, and
 * returns the faults.
 *
 * The expectation of a cell is not written down, but computed from the needs of its row and
 * WordPress's own user_can(). Whatever a row says, no response and no request to the service has a
 * word of an object that the user may not read, and nothing changes that the user may not edit.
 */

/** The permissions of one user. */
class Person {
	public $id;
	private $is_excluded;

	public function __construct( $id, $is_excluded ) {
		$this->id          = $id;
		$this->is_excluded = $is_excluded;
	}

	public function can( $capability, ...$args ) {
		return user_can( $this->id, $capability, ...$args );
	}

	public function may_edit_all() {
		return $this->can( 'edit_others_posts' ) && $this->can( 'edit_private_posts' );
	}

	/** Whether the user has what a row needs; `edit:name` needs to edit all objects of that parameter. */
	public function has( $need, $targets ) {
		list( $what, $name ) = explode( ':', $need ) + array( '', '' );
		switch ( $what ) {
			case 'spend':
				return $this->can( 'manage_options' ) || ! $this->is_excluded;
			case 'edit':
				return array() === array_filter( $targets[ $name ] ?? array(), function ( $id ) { return ! $this->can_further( 'edit_post', $id ); } );
			case 'edit_others_posts':
				return $this->can_further( $what, 0 );
			default:
				return $this->can( $what );
		}
	}

	/** As docs/hooks.md says: a filter adds a capability that is needed too. */
	private function can_further( $capability, $id ) {
		$further = apply_filters( 'altscribe_capability', $capability, $id );
		return $this->can( $capability, $id ) && ( ! is_string( $further ) || '' === $further || $this->can( $further, $id ) );
	}

	/** Whether the user may see a word: those of a suggestion only if the user may change what it is for. */
	public function may_see( $word ) {
		list( , $kind, $key, $field ) = explode( '-', $word );
		$id = world( 'suggestion' === $kind ? 'image' : ( 'place' === $kind ? 'post' : $kind ), $key );
		if ( $this->can( 'edit_post', $id ) ) {
			return true;
		}
		if ( in_array( $kind, array( 'suggestion', 'place' ), true ) || in_array( $field, array( 'keywords', 'source' ), true ) ) {
			return false;
		}
		return $this->can( 'read_post', $id ) || is_public( $id ) ? 'title' === $field || ! post_password_required( $id ) : false;
	}

	/** Whether a model may get a word that this user asked about. */
	public function may_send( $word ) {
		list( , $kind, $key, $field ) = explode( '-', $word );
		return $this->may_see( $word ) || ( 'keywords' === $field && is_public( world( $kind, $key ) ) && ! post_password_required( world( $kind, $key ) ) );
	}
}

/** Whether visitors see a post, or an attachment of one. */
function is_public( $id ) {
	return (bool) ( get_post_status_object( (string) get_post_status( $id ) )->public ?? false );
}

/** The id of an object of the site. */
function world( $kind, $key ) {
	return $GLOBALS['world'][ $kind ][ $key ];
}

/** The words in any data, including files in base64. */
function words_in( $data ) {
	$text = is_string( $data ) ? $data : wp_json_encode( $data );
	if ( preg_match_all( '~base64,([A-Za-z0-9+/=\\\\]+)~', $text, $files ) ) {
		$text .= implode( ' ', array_map( function ( $file ) { return base64_decode( stripslashes( $file ) ); }, $files[1] ) );
	}
	return preg_match_all( '/secret-[a-z]+-[a-z]+-[a-z]+/', strtolower( $text ), $found ) ? array_unique( $found[0] ) : array();
}

/** Lists its routes once, and not anew for each request: nothing adds routes between them. */
class Cells_Server extends WP_REST_Server {
	private $listed = array();

	public function get_routes( $route_namespace = '' ) {
		return $this->listed[ $route_namespace ] = $this->listed[ $route_namespace ] ?? parent::get_routes( $route_namespace );
	}
}
add_filter( 'wp_rest_server_class', function () { return 'Cells_Server'; } );

/** The parameters of every route and method, named like the rows. */
function list_route_params() {
	$params = array();
	foreach ( rest_get_server()->get_routes() as $pattern => $handlers ) {
		$path = preg_replace( array( '#^/altscribe/v1(?=.)#', '/\(\?P<(\w+)>[^)]*\)/' ), array( '', '{$1}' ), $pattern );
		foreach ( $handlers as $handler ) {
			foreach ( array_keys( $handler['methods'] ) as $method ) {
				$params[ "$method $path" ] = $handler['args'] ?? array();
			}
		}
	}
	return $params;
}

/** The kinds of values: the keys that they have, which objects they are about, and how they are written. */
function kind( $name ) {
	$image  = function ( $key ) { return array( world( 'image', $key ) ); };
	$post   = function ( $key ) { return array( world( 'post', $key ) ); };
	$none   = function () { return array(); };
	$images = array_keys( WORLD_IMAGES );
	$posts  = array_keys( WORLD_POSTS );
	$held   = array_keys( array_filter( wp_list_pluck( WORLD_IMAGES, 3 ) ) );
	$both   = function ( $list ) { return function ( $key ) use ( $list ) { return array_values( array_unique( array_merge( $list( 'own' ), $list( $key ) ) ) ); }; };
	$place  = function ( $key ) { return 'core/image#' . world( 'image', $key ) . '#1'; };
	$kinds  = array(
		'image'       => array( $images, $image, null ),
		'images'      => array( $images, $both( $image ), 'list' ),
		'post'        => array( $posts, $post, null ),
		'posts'       => array( $posts, $both( $post ), 'list' ),
		'suggestion'  => array( $held, $image, null ),
		'suggestions' => array( $held, $both( $image ), 'list' ),
		'of a place'  => array( $posts, $post, function ( $key ) { return world( 'place', $key ); } ),
		'of places'   => array( $posts, $both( $post ), function ( $key ) { return array_values( array_unique( array( world( 'place', 'own' ), world( 'place', $key ) ) ) ); } ),
		'place'       => array( $images, $none, $place ),
		'url'         => array( $images, $none, function ( $key ) { return (string) wp_get_attachment_url( world( 'image', $key ) ); } ),
		'content'     => array( $images, $none, function ( $key ) { return world_block( world( 'image', $key ), '', '', '' ) . '<!-- wp:block {"ref":' . ( $GLOBALS['world']['post'][ $key ] ?? 0 ) . '} /-->'; } ),
		'rows'        => array( $images, $none, function ( $key ) { return array( array( 'line' => 2, 'attachment_id' => world( 'image', $key ), 'previous_text' => \Altscribe\Library\Alt_Text::get( world( 'image', $key ) ), 'alt_text' => 'A boat', 'decorative' => false ) ); } ),
		'csv'         => array( $images, $none, function ( $key ) { return "id,alt_text\n" . world( 'image', $key ) . ',A boat'; } ),
		'sources'     => array( $images, $none, function ( $key ) { $text = \Altscribe\Library\Alt_Text::get( world( 'image', $key ) ); return array( altscribe_source_key( world( 'image', $key ), $text ) => array( 'source' => 'generated', 'text' => md5( $text ), 'read' => 1 ) ); } ),
		'product'     => array( array( 'own', 'foreign' ), function ( $key ) { return array( world( 'product', $key ) ); }, null ),
		'batch'       => array( array( 'all' ), $none, function () { return world( 'batch', 'all' ); } ),
	);
	return $kinds[ $name ];
}

function targets_of( $kind, $key ) {
	return kind( $kind )[1]( $key );
}

function value_of( $kind, $key ) {
	$write = kind( $kind )[2];
	if ( 'list' === $write ) {
		return targets_of( $kind, $key );
	}
	return $write ? $write( $key ) : targets_of( $kind, $key )[0];
}

/** Strings, as a browser sends them and PHP parses them. */
function as_sent( $params ) {
	parse_str( http_build_query( $params ), $sent );
	return $sent;
}

/** A request with parameters in its address and in its body. */
function request( $method, $route, $query, $form = array(), $json = array() ) {
	$request = new WP_REST_Request( $method, $route );
	$request->set_query_params( as_sent( $query ) );
	if ( $json ) {
		$request->set_header( 'Content-Type', 'application/json' );
		$request->set_body( wp_json_encode( $json ) );
	} elseif ( $form && 'POST' === $method ) {
		$request->set_body_params( as_sent( $form ) );
	} elseif ( $form ) {
		$request->set_header( 'Content-Type', 'application/x-www-form-urlencoded' );
		$request->set_body( http_build_query( $form ) );
	}
	return $request;
}

/** The rows that a query finds, as lists. */
function rows_of( $sql ) {
	return $GLOBALS['wpdb']->get_results( $sql, ARRAY_N );
}

/** The stored data, by the id of the post or attachment that it belongs to. Caches do not count. */
function stored() {
	global $wpdb;
	$queries = array(
		"SELECT CASE WHEN post_type = 'revision' THEN post_parent ELSE ID END, post_title, post_content, post_excerpt, post_status, post_author, post_parent FROM $wpdb->posts",
		"SELECT post_id, meta_key, meta_value FROM $wpdb->postmeta WHERE meta_key NOT IN ('_altscribe_file_texts', '_altscribe_findings', '_edit_lock')",
		'SELECT CASE WHEN post_id > 0 THEN post_id ELSE attachment_id END, id, state, new_text, hint, decided_by, previous_text, place FROM ' . \Altscribe\Suggestions\Store::table(),
		'SELECT attachment_id, state, new_text, error_code, batch_id FROM ' . \Altscribe\Batches\Store::items_table(),
		'SELECT 0, id, state, total FROM ' . \Altscribe\Batches\Store::batches_table(),
		"SELECT 0, option_value FROM $wpdb->options WHERE option_name = 'altscribe_settings'",
	);
	$stored = array();
	foreach ( $queries as $number => $sql ) {
		foreach ( rows_of( $sql ) as $row ) {
			$id            = (int) $row[0];
			$stored[ $id ] = ( $stored[ $id ] ?? '' ) . $number . wp_json_encode( $row );
		}
	}
	return array_map( 'md5', $stored );
}

/** The parts of a response of WordPress that are the plugin's. */
function own_fields( $data ) {
	$own = array();
	foreach ( is_object( $data ) ? (array) $data : ( is_array( $data ) ? $data : array() ) as $name => $value ) {
		if ( false !== strpos( (string) $name, 'altscribe' ) ) {
			$own[] = $value;
		} else {
			$own = array_merge( $own, own_fields( $value ) );
		}
	}
	return $own;
}

/** The cells of one user. */
class Table {
	public $wrong = array();
	public $cells = 0;
	/** Whether only the user's own objects are named, in one way. */
	public $is_short = false;
	/** A condition for all further cells. */
	public $suffix = '';
	private $person;
	private $before;
	private $cache;
	private $known  = array();
	private $sent   = array();
	private $writes = array();

	public function __construct( Person $person ) {
		$this->person = $person;
		$this->before = stored();
		$this->cache  = clone $GLOBALS['wp_object_cache'];
		add_filter( 'query', function ( $sql ) {
			if ( preg_match( '/^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b/i', $sql ) ) {
				$this->writes[] = substr( preg_replace( '/\s+/', ' ', $sql ), 0, 120 );
			}
			return $sql;
		}, PHP_INT_MAX );
		add_filter( 'pre_http_request', function ( $answer, $call, $url ) {
			if ( false !== strpos( $url, 'alt.example.com' ) ) {
				$this->sent[] = $call['body'];
			}
			$account = array( 'user_id' => 'site@example.com', 'plan_type' => 'pro', 'credits_available' => 7 );
			return array( 'headers' => array(), 'cookies' => array(), 'response' => array( 'code' => 200, 'message' => '' ), 'body' => wp_json_encode( array( 'altText' => 'Two ships', 'CreditsAvailable' => 7, 'plan_type' => 'pro', 'userDetails' => $account ) ) );
		}, 20, 3 );
		$GLOBALS['wpdb']->query( 'SAVEPOINT cell' );
	}

	/** All cells of a request of a row. */
	public function try_row( $name, $row ) {
		list( $method, $pattern ) = explode( ' ', $name, 2 );
		$names = $row['names'] ?? array();
		foreach ( $names ? array_keys( $names ) : array( '' ) as $varied ) {
			$kinds = explode( '+', $names[ $varied ] ?? '' );
			foreach ( $varied ? array_slice( kind( $kinds[0] )[0], 0, $this->is_short ? 1 : null ) : array( 'own' ) as $key ) {
				// The others name the user's own objects; several may vary together.
				$own = array();
				$all = array();
				foreach ( $names as $others => $of ) {
					foreach ( array_combine( explode( '+', $others ), explode( '+', $of ) ) as $param => $kind ) {
						$own[ $param ] = array( $kind, kind( $kind )[0][0] );
						$all[ $param ] = $others === $varied ? array( $kind, $key ) : $own[ $param ];
					}
				}
				$ways    = $this->ways( $method, $pattern, $row, $own, $all, explode( '+', $varied ) );
				$missing = $this->missing( $row, $all );
				// Allowed requests take long: one way is enough for other objects that the user may use, and
				// for users who may use all.
				$is_whole = ! $this->is_short && ( $missing || ( ! $this->person->may_edit_all() && in_array( $key, array( 'own', 'private', 'all' ), true ) ) );
				foreach ( $is_whole ? $ways : array_slice( $ways, 0, 1 ) as $way => list( $request, $is_mixed ) ) {
					$this->try_cell( array( $name, $varied, $key, $way ), $row, $request, $is_mixed ? null : $missing );
				}
			}
		}
	}

	/** The needs of a row that the user does not have for some objects. */
	private function missing( $row, $named ) {
		$targets = array_map( function ( $param ) { return targets_of( ...$param ); }, $named );
		return array_filter( $row['needs'], function ( $need ) use ( $targets ) { return ! $this->person->has( $need, $targets ); } );
	}

	/** The same request in every way in which its parameters can be given. */
	private function ways( $method, $pattern, $row, $own, $all, $varied ) {
		$write = function ( $params ) use ( $row ) {
			return array_map( function ( $param ) { return value_of( ...$param ); }, $params );
		};
		$in_path = preg_match_all( '/\{(\w+)\}/', $pattern, $found ) ? $found[1] : array();
		$path    = function ( $params ) use ( $pattern ) {
			return preg_replace_callback( '/\{(\w+)\}/', function ( $name ) use ( $params ) { return $params[ $name[1] ]; }, $pattern );
		};
		$wrap    = function ( $params ) use ( $row ) {
			return isset( $row['wrap'] ) ? ( $params ? array( $row['wrap'] => $params ) : array() ) : $params;
		};
		$values  = $write( $all ) + ( $row['with'] ?? array() );
		$owns    = $write( $own ) + ( $row['with'] ?? array() );
		$body    = array_diff_key( $values, array_flip( $in_path ) );
		$others  = array_diff_key( $owns, array_flip( $in_path ) );
		$route   = 0 === strpos( $pattern, '/wp' ) ? '' : '/altscribe/v1';
		$url     = $route . $path( $values );
		$own_url = $route . $path( $owns );
		$foreign = array_intersect_key( $values, array_flip( $varied ) );
		$mine    = array_intersect_key( $owns, array_flip( $varied ) );
		$is_same = $values === $owns;
		// Parameters that the route does not have, or that name something else.
		$decoys  = array_diff_key( array( 'id' => world( 'image', 'own' ), 'attachment_id' => world( 'image', 'own' ), 'post_id' => world( 'post', 'own' ), 'post' => world( 'post', 'own' ) ), $values, $row['args'] );
		$send    = function ( $place, $url, $params, $query = array(), $is_mixed = false ) use ( $method, $wrap ) {
			$parts = array( 'query' => $query, 'form' => array(), 'json' => array() );
			$parts[ $place ] = array_merge( $parts[ $place ], $params );
			return array( request( $method, $url, $wrap( $parts['query'] ), $wrap( $parts['form'] ), $wrap( $parts['json'] ) ), $is_mixed );
		};
		$main = 'GET' === $method ? 'query' : 'json';
		$ways = array( $main => $send( $main, $url, $body ) );
		if ( empty( $row['wrap'] ) ) {
			$ways[ "$main, upper case" ] = $send( $main, strtoupper( $url ), $body );
			$ways[ "$main, with others" ] = $send( $main, $url, $body, $decoys );
			$ways['others in JSON']       = $send( 'json', $url, $decoys + ( 'GET' === $method ? array() : $body ), 'GET' === $method ? $body : array() );
		}
		if ( 'GET' !== $method && empty( $row['wrap'] ) ) {
			$ways['form'] = $send( 'form', $url, $body );
		}
		if ( $is_same || ! $foreign || isset( $row['wrap'] ) ) {
			return $ways;
		}
		if ( array_intersect( $varied, $in_path ) ) {
			$ways['own in path, query'] = $send( 'query', $own_url, $foreign + $others, array(), true );
			$ways['own in path, JSON']  = $send( 'json', $own_url, $foreign + $others, array(), true );
			$ways['path, own in JSON']  = $send( 'json', $url, $mine + $others, array(), true );
			$ways['path, own in query'] = $send( 'query', $url, $mine + $others, array(), true );
			if ( 'GET' !== $method ) {
				$ways['own in path, form'] = $send( 'form', $own_url, $foreign + $others, array(), true );
			}
		} else {
			$ways['query, own in JSON'] = $send( 'json', $url, $others, $foreign, true );
			$ways['own in query, JSON'] = $send( 'json', $url, $foreign + $others, $mine, true );
			if ( 'GET' !== $method ) {
				$ways['own in query, form'] = $send( 'form', $url, $foreign + $others, $mine, true );
			}
		}
		return $ways;
	}

	/**
	 * One cell: whether it is allowed (`$needs`: null if that depends on the way), which words it
	 * reveals, and what it changes.
	 */
	private function try_cell( $cell, $row, $request, $needs ) {
		$this->sent   = array();
		$this->writes = array();
		++$this->cells;
		wp_set_current_user( $this->person->id );
		$response = rest_do_request( $request );
		$status   = $response->get_status();
		$data     = $response->get_data();
		$code     = is_array( $data ) && is_string( $data['code'] ?? null ) ? $data['code'] : '';
		$refused  = in_array( $status, array( 401, 403 ), true );
		if ( null !== $needs && empty( $row['core'] ) ) {
			if ( $needs && ! $refused && 404 !== $status ) {
				$this->blame( $cell, "allowed ($status) without " . implode( ', ', $needs ) );
			} elseif ( ! $needs && ! in_array( $code, $row['not refused'] ?? array(), true ) && ( $refused || 'rest_no_route' === $code || 400 === $status || $status >= 500 ) ) {
				$this->blame( $cell, "refused: $status $code " . wp_json_encode( $data['data']['params'] ?? '' ) );
			}
			if ( $needs && ( $this->sent || $this->writes ) ) {
				$this->blame( $cell, 'refused, but it ' . ( $this->sent ? 'called the service' : 'wrote ' . $this->writes[0] ) );
			}
		}
		// The content of the request itself is not secret.
		$this->known = words_in( $request->get_params() );
		$this->find_leaks( $cell, 'tells ', array( empty( $row['core'] ) ? array( $data, $response->get_headers() ) : own_fields( $data ) ), 'may_see' );
		$this->find_leaks( $cell, 'sends to the model ', $this->sent, 'may_send' );
		if ( $this->writes ) {
			if ( ! $this->person->may_edit_all() ) {
				$this->find_changes( $cell );
			}
			$GLOBALS['wpdb']->query( 'ROLLBACK TO SAVEPOINT cell' );
			$GLOBALS['wp_object_cache'] = clone $this->cache;
		} else {
			$this->cache = clone $GLOBALS['wp_object_cache'];
		}
	}

	/**
	 * The data of each image for the media window: WordPress only checks whether the user may upload.
	 */
	public function open_media_window() {
		foreach ( $this->person->can( 'upload_files' ) ? $GLOBALS['world']['image'] : array() as $key => $id ) {
			wp_set_current_user( $this->person->id );
			++$this->cells;
			$this->find_leaks( array( 'the media window', 'id', $key, '' ), 'tells ', own_fields( wp_prepare_attachment_for_js( $id ) ), 'may_see' );
		}
	}

	private function find_leaks( $cell, $how, $data, $may ) {
		foreach ( $data as $part ) {
			foreach ( array_diff( words_in( $part ), $this->known ) as $word ) {
				if ( ! $this->person->$may( $word ) ) {
					$this->blame( $cell, $how . $word );
				}
			}
		}
	}

	/** Changes to objects that the user may not edit. 0: the queue as a whole, and the settings. */
	private function find_changes( $cell ) {
		$now = stored();
		foreach ( array_keys( array_diff_assoc( $now, $this->before ) + array_diff_key( $this->before, $now ) ) as $id ) {
			if ( isset( $this->before[ $id ] ) && ( 0 === $id || ! $this->person->can( 'edit_post', $id ) ) ) {
				$this->blame( $cell, 'changes ' . implode( ' ', array_keys( array_filter( $GLOBALS['world'], function ( $ids ) use ( $id ) { return in_array( $id, (array) $ids, true ); } ) ) ) . " $id" );
			}
		}
	}

	private function blame( $cell, $fault ) {
		list( $row, $param, $key, $way ) = $cell;
		$this->wrong[] = array( "$row$this->suffix: $fault", "$param=$key ($way)" );
	}
}
