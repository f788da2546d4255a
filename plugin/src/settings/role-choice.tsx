import { BaseControl, CheckboxControl } from '@wordpress/components';

interface Props {
  legend: string;
  roles: { name: string; label: string }[];
  /** Names of roles. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
  help: string;
}

/** A checkbox for each role. */
export function RoleChoice({ legend, roles, chosen, onChange, help }: Props) {
  return (
    <fieldset className="altscribe-roles">
      <BaseControl.VisualLabel as="legend">{legend}</BaseControl.VisualLabel>
      {roles.map(({ name, label }) => (
        <CheckboxControl
          key={name}
          __nextHasNoMarginBottom
          label={label}
          checked={chosen.includes(name)}
          onChange={(isChecked) => {
            const others = chosen.filter((role) => role !== name);
            onChange(isChecked ? [...others, name].sort() : others);
          }}
        />
      ))}
      <p>{help}</p>
    </fieldset>
  );
}
