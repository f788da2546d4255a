import { Button, CheckboxControl } from '@wordpress/components';
import { useRegistry } from '@wordpress/data';
import { PluginPrePublishPanel } from '@wordpress/editor';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../boot-data.ts';
import { openSidebar } from '../commands/open-sidebar.ts';
import { attentionText } from '../components/attention-text.ts';
import { useAttention } from '../hooks/use-attention.ts';
import { useImages } from '../hooks/use-post.ts';
import { sidebarIcon } from '../sidebar/sidebar-icon.tsx';
import { missingText, usePublishLock } from './use-publish-lock.ts';

/** What WordPress shows before it publishes: the summary, and what keeps it from being published. */
export function PrePublishPanel() {
  const { mustSettle, canBypass } = editorBootData.publishLock;
  const [isBypassed, setIsBypassed] = useState(false);
  usePublishLock(mustSettle && !isBypassed);
  const registry = useRegistry();
  const attention = useAttention();
  const missing = useImages().filter(({ state }) => state === 'missing').length;
  if (attention.total === 0) {
    return null;
  }
  const isLocked = mustSettle && missing > 0;
  return (
    <PluginPrePublishPanel
      title={__('Alt text', 'altscribe')}
      icon={sidebarIcon}
      initialOpen={attention.count > 0}
      className="altscribe-pre-publish"
    >
      <p>{attentionText(attention)}</p>
      {isLocked && (
        <p>
          {missingText(missing)}{' '}
          {__('Until then the post can be saved as a draft, but not published.', 'altscribe')}
        </p>
      )}
      {attention.count > 0 && (
        <Button
          __next40pxDefaultSize
          variant="secondary"
          onClick={() => {
            openSidebar(registry);
          }}
        >
          {__('Show images', 'altscribe')}
        </Button>
      )}
      {isLocked && canBypass && (
        <CheckboxControl
          __nextHasNoMarginBottom
          label={__('Publish anyway', 'altscribe')}
          checked={isBypassed}
          onChange={setIsBypassed}
        />
      )}
    </PluginPrePublishPanel>
  );
}
