import { PanelBody } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { PluginSidebar, PluginSidebarMoreMenuItem } from '@wordpress/editor';
import { useEffect, useMemo } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../boot-data.ts';
import { GrowingList } from '../components/growing-list.tsx';
import { useImages, useKeywords } from '../hooks/use-post.ts';
import { useConnectionError, useCreditsError } from '../hooks/use-service.ts';
import { findRepeats } from '../post/alt-text-checks.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { store } from '../store/index.ts';
import { ContextPanel } from './context-panel.tsx';
import { SidebarFooter } from './footer.tsx';
import { ImageRow } from './image-row.tsx';
import { SidebarNotices } from './notices.tsx';
import { sidebarIcon } from './sidebar-icon.tsx';
import { sidebarName } from './sidebar-name.ts';
import { Summary } from './summary.tsx';
import { useWantedRow } from './wanted-row.ts';

/** The sidebar "Alt text", its button in the top bar and its item in the options menu. */
export function AltTextSidebar() {
  const title = __('Alt text', 'altscribe');
  return (
    <>
      <PluginSidebarMoreMenuItem target={sidebarName} icon={sidebarIcon}>
        {title}
      </PluginSidebarMoreMenuItem>
      <PluginSidebar
        name={sidebarName}
        title={title}
        icon={sidebarIcon}
        className="altscribe-sidebar"
      >
        <SidebarBody />
      </PluginSidebar>
    </>
  );
}

function SidebarBody() {
  const images = useImages();
  const repeats = useMemo(() => findRepeats(images), [images]);
  const keywords = useKeywords().value;
  const wanted = useWantedRow(images);
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
            <GrowingList className="altscribe-images" items={images} wanted={wanted}>
              {(image) => (
                <ImageRow
                  key={targetKey(image.target)}
                  image={image}
                  isRepeat={repeats.has(image)}
                  keywords={keywords}
                />
              )}
            </GrowingList>
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

/** Reads the account when the sidebar opens, and after an error when the user comes back to the tab. */
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
