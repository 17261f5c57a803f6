/** What a run left out or did not do. */
export function RunNotes({ notes }: { notes: string[] }) {
  return notes.map((note) => (
    <p key={note} className="mt-0.5 text-warn">
      {note}
    </p>
  ))
}
