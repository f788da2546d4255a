import { TextControl } from '@wordpress/components';
import { helpWithError } from './field.tsx';

interface Props {
  label: string;
  value: number;
  onChange: (value: number) => void;
  help: string;
  error: string | undefined;
}

/** A field for a whole number from 0 on; an empty one is 0. */
export function CountField({ label, value, onChange, help, error }: Props) {
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      className="altscribe-field altscribe-count"
      label={label}
      type="number"
      min={0}
      step={1}
      inputMode="numeric"
      value={value}
      onChange={(typed) => {
        onChange(Number(typed));
      }}
      aria-invalid={error !== undefined}
      help={helpWithError(help, error)}
    />
  );
}
