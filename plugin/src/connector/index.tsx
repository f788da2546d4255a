import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ComponentType, ReactNode } from 'react';

/** What PHP hands to the script. Never a key. */
interface ConnectorBootData {
  isConnected: boolean;
  settingsUrl: string;
}

interface ConnectorProps {
  logo?: ReactNode;
  name: string;
  description: string;
}

/** The part of WordPress's script module that draws an entry under Settings > Connectors. */
interface ConnectorsModule {
  __experimentalRegisterConnector: (
    slug: string,
    config: { render: ComponentType<ConnectorProps> },
  ) => void;
  __experimentalConnectorItem: ComponentType<ConnectorProps & { actionArea: ReactNode }>;
}

declare global {
  interface Window {
    altscribeConnector?: ConnectorBootData;
  }
}

/** Draws the entry of Altscribe, with a link to its settings in the place of a field for the key. */
async function registerConnector({ isConnected, settingsUrl }: ConnectorBootData): Promise<void> {
  // The browser finds the module by the import map of the page.
  const name = '@wordpress/connectors';
  const { __experimentalRegisterConnector: register, __experimentalConnectorItem: Item } =
    (await import(/* webpackIgnore: true */ name)) as ConnectorsModule;
  register('altscribe', {
    render: ({ logo, name: title, description }) => (
      <Item
        logo={logo}
        name={title}
        description={description}
        actionArea={
          <Button size="compact" variant="secondary" href={settingsUrl}>
            {isConnected ? __('Connected: open settings', 'altscribe') : __('Set up', 'altscribe')}
          </Button>
        }
      />
    ),
  });
}

if (window.altscribeConnector) {
  void registerConnector(window.altscribeConnector);
}
