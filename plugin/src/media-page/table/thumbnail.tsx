import { Icon } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { image as imageIcon } from '@wordpress/icons';

/** A thumbnail of the image. Its title is beside it, so it needs no alt text. */
export function Thumbnail({ url }: { url: string }) {
  const [brokenUrl, setBrokenUrl] = useState('');
  return (
    <span className="media-icon image-icon altscribe-media-thumbnail">
      {url === '' || url === brokenUrl ? (
        <Icon icon={imageIcon} />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => {
            setBrokenUrl(url);
          }}
        />
      )}
    </span>
  );
}
