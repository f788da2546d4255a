interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'date';
  readonly value?: string;
  readonly description?: string | undefined;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  /** What browsers may fill in: https://html.spec.whatwg.org/#autofill */
  readonly autocomplete?: string;
  readonly optional?: boolean;
  readonly maxLength?: number;
  readonly autofocus?: boolean;
  readonly readOnly?: boolean;
  /** Values that are offered; others can be typed. */
  readonly suggestions?: readonly string[];
}

/** A field with its label; description and error are said with it. */
export function Field({ name, label, type = 'text', description, error, ...rest }: FieldProps) {
  const { value, autocomplete, optional = false, maxLength, autofocus, readOnly } = rest;
  const { suggestions } = rest;
  const id = `field-${name}`;
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {description && (
        <p class="description" id={`${id}-description`}>
          {description}
        </p>
      )}
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        required={!optional}
        maxLength={maxLength}
        autocomplete={autocomplete}
        // The first field that has to be mended gets the focus.
        autofocus={autofocus || error !== undefined}
        readOnly={readOnly}
        list={suggestions && `${id}-suggestions`}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described.join(' ') || undefined}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
