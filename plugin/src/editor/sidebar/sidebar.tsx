import { PanelBody } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { PluginSidebar, PluginSidebarMoreMenuItem } from '@wordpress/editor';
import { useEffect, useMemo } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../../common/boot-data.ts';
import { findRepeats } from '../findings.ts';
import {
  useConnectionError,
  useCreditsError,
  useImages,
  useKeywords,
  usePostId,
} from '../hooks.ts';
import { store } from '../store/index.ts';
import { ContextPanel } from './context-panel.tsx';
import { SidebarFooter } from './footer.tsx';
import { sidebarIcon } from './icon.tsx';
import { ImageRow } from './image-row.tsx';
import { SidebarNotices } from './notices.tsx';
import { Summary } from './summary.tsx';

const name = 'altscribe-sidebar';

/** The sidebar "Alt text", its pin in the top bar and its entry in the options menu. */
export function AltTextSidebar() {
  const postId = usePostId();
  if (postId === null) {
    return null;
  }
  const title = __('Alt text', 'altscribe');
  return (
    <>
      <PluginSidebarMoreMenuItem target={name} icon={sidebarIcon}>
        {title}
      </PluginSidebarMoreMenuItem>
      <PluginSidebar name={name} title={title} icon={sidebarIcon} className="altscribe-sidebar">
        <SidebarBody />
      </PluginSidebar>
    </>
  );
}

function SidebarBody() {
  const images = useImages();
  const repeats = useMemo(() => findRepeats(images), [images]);
  const keywords = useKeywords().value;
  useAccount();
  return (
    <>
      <SidebarNotices />
      {images.length === 0 ? (
        <PanelBody>{__('This post has no images yet.', 'altscribe')}</PanelBody>
      ) : (
        <>
          <PanelBody>
            <Summary images={images} />
          </PanelBody>
          <PanelBody>
            <ul className="altscribe-images">
              {images.map((image) => (
                <ImageRow
                  key={image.clientId}
                  image={image}
                  isRepeat={repeats.has(image)}
                  keywords={keywords}
                />
              ))}
            </ul>
          </PanelBody>
        </>
      )}
      <ContextPanel />
      <PanelBody>
        <SidebarFooter />
      </PanelBody>
    </>
  );
}

/** Reads the account when the sidebar opens, and after a visit elsewhere that may have mended it. */
function useAccount() {
  const { loadAccount } = useDispatch(store);
  const creditsError = useCreditsError();
  const connectionError = useConnectionError();
  const isStuck = creditsError !== null || connectionError !== null;

  useEffect(() => {
    if (editorBootData.connectionError === null) {
      void loadAccount();
    }
  }, [loadAccount]);

  useEffect(() => {
    const onReturn = () => {
      if (isStuck && document.visibilityState === 'visible') {
        void loadAccount();
      }
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isStuck, loadAccount]);
}
