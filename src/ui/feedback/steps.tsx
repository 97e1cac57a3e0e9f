import './steps.css';

/** What to do, one step after the other, numbered. */
export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
