import { Button, ExternalLink } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { settingsBootData } from './boot-data.ts';
import { dashboardUrl } from './form.ts';

interface Props {
  /** As it stands in the field. */
  serviceUrl: string;
  onUrlNeeded: () => void;
}

/** For who opens the page for the first time: what the service is, and where a key comes from. */
export function Introduction({ serviceUrl, onUrlNeeded }: Props) {
  const dashboard = dashboardUrl(serviceUrl);
  const getKey = __('Get an API key', 'altscribe');
  return (
    <p className="altscribe-introduction">
      {__(
        'The texts are written by an Altscribe service, a program that you or your host run on a server; its dashboard gives you the API key.',
        'altscribe',
      )}{' '}
      <ExternalLink href={settingsBootData.readmeUrl}>
        {__('About the service', 'altscribe')}
      </ExternalLink>{' '}
      {dashboard === null ? (
        <Button
          variant="link"
          description={__('Enter the service URL first.', 'altscribe')}
          onClick={onUrlNeeded}
        >
          {getKey}
        </Button>
      ) : (
        <ExternalLink href={dashboard}>{getKey}</ExternalLink>
      )}
    </p>
  );
}
