import { Button, CheckboxControl } from '@wordpress/components';
import { useRegistry, useSelect } from '@wordpress/data';
import { PluginPrePublishPanel } from '@wordpress/editor';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../boot-data.ts';
import { openSidebar } from '../commands/open-sidebar.ts';
import { attentionText } from '../components/attention-text.ts';
import { useAttention } from '../hooks/use-attention.ts';
import { useImages } from '../hooks/use-post.ts';
import { sidebarIcon } from '../sidebar/sidebar-icon.tsx';
import { store } from '../store/index.ts';
import { findUnsettled } from './unsettled.ts';
import { unsettledText, usePublishLock } from './use-publish-lock.ts';

/** What WordPress shows before it publishes: the summary, and what must be settled first. */
export function PrePublishPanel() {
  const { mustSettle, canBypass } = editorBootData.publishLock;
  const [isBypassed, setIsBypassed] = useState(false);
  usePublishLock(mustSettle && !isBypassed);
  const registry = useRegistry();
  const attention = useAttention();
  const unsettled = useUnsettledCount();
  if (attention.total === 0) {
    return null;
  }
  const isLocked = mustSettle && unsettled > 0;
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
          {unsettledText(unsettled)}{' '}
          {__('Until then the post cannot be published, but saved as a draft.', 'altscribe')}
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

function useUnsettledCount(): number {
  const images = useImages();
  return useSelect((select) => findUnsettled(images, select(store).isUnchecked).length, [images]);
}
