import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { drawConnector } from '../common/core-internals.ts';

/** Data from PHP for the script. Never a key. */
interface ConnectorBootData {
  isConnected: boolean;
  settingsUrl: string;
}

declare global {
  interface Window {
    altscribeConnector?: ConnectorBootData;
  }
}

/** The browser resolves the module through the page's import map. */
const loadModule = (name: string) => import(/* webpackIgnore: true */ name) as Promise<object>;

if (window.altscribeConnector) {
  const { isConnected, settingsUrl } = window.altscribeConnector;
  void drawConnector(
    loadModule,
    'altscribe',
    <Button size="compact" variant="secondary" href={settingsUrl}>
      {isConnected ? __('Connected: open settings', 'altscribe') : __('Set up', 'altscribe')}
    </Button>,
  );
}
