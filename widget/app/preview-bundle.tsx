import { runPreview } from './run-preview.tsx'

runPreview(document.getElementById('chat')!)
