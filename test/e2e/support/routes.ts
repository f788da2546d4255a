import { setOption } from '../../wordpress/content.ts';
import type { Site } from './site.ts';

/** A request to a REST route, such as `/altscribe/v1/generate`. */
export interface RouteRequest {
  readonly route: string;
  readonly method?: 'GET' | 'POST';
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A request that the plugin wanted to send to the service. */
export interface Sent {
  readonly url: string;
  /** Seconds. */
  readonly timeout: number;
  readonly key: string;
  readonly body: Readonly<Record<string, string>>;
}

export interface RouteResult {
  readonly status: number;
  readonly body: unknown;
  readonly sent: readonly Sent[];
}

export interface RouteOptions {
  /** Login of the user; default: the administrator. */
  readonly user?: string;
  /** PHP that runs first. */
  readonly before?: string;
  /** Constants, as if written in wp-config.php. */
  readonly constants?: Readonly<Record<string, string>>;
}

/** The stored settings of a connected site. */
export const storedSettings = {
  service_url: 'https://alt.example.com',
  api_key: 'alt_the-stored-key-0001',
  user_id: 'site@example.com',
  language: '',
};

/** Connects the site to a service that does not exist: `callRoutes` responds instead. */
export async function connect(site: Site, settings: object = {}): Promise<void> {
  await setOption(site.php, 'altscribe_settings', { ...storedSettings, ...settings });
}

/**
 * Calls REST routes inside WordPress, one after the other in one PHP request, and responds to each
 * call of the service with an account of 7 credits and the text "A boat".
 */
export async function callRoutes(
  site: Pick<Site, 'php'>,
  requests: readonly RouteRequest[],
  { user = 'admin', before = '', constants = {} }: RouteOptions = {},
): Promise<RouteResult[]> {
  const printed = await site.php(
    `foreach ( $args['constants'] as $name => $value ) { define( $name, $value ); }
    $sent = array();
    add_filter( 'pre_http_request', function ( $answer, $call, $url ) use ( &$sent ) {
      $sent[] = array(
        'url'     => $url,
        'timeout' => $call['timeout'],
        'key'     => $call['headers']['x-api-key'],
        'body'    => json_decode( $call['body'], true ),
      );
      return array(
        'headers'  => array(),
        'cookies'  => array(),
        'response' => array( 'code' => 200, 'message' => 'OK' ),
        'body'     => wp_json_encode( array(
          'altText'          => 'A boat',
          'CreditsAvailable' => 7,
          'plan_type'        => 'pro',
          'userDetails'      => array( 'user_id' => 'site@example.com', 'plan_type' => 'pro', 'credits_available' => 7 ),
        ) ),
      );
    }, 20, 3 );
    ${before}
    $results = array();
    foreach ( $args['requests'] as $asked ) {
      $sent    = array();
      $method  = isset( $asked['method'] ) ? $asked['method'] : 'POST';
      $request = new WP_REST_Request( $method, $asked['route'] );
      foreach ( isset( $asked['params'] ) ? $asked['params'] : array() as $name => $value ) {
        $request->set_param( $name, $value );
      }
      $response  = rest_do_request( $request );
      $results[] = array( 'status' => $response->get_status(), 'body' => $response->get_data(), 'sent' => $sent );
    }
    echo wp_json_encode( $results );`,
    { requests, constants },
    user,
  );
  return JSON.parse(printed) as RouteResult[];
}
