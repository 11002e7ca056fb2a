// A default export, as code that is fetched on demand needs one.
import { Toaster } from '@klieg/ui/toaster';
import 'sonner/dist/styles.css';
import './toasts.css';

export default Toaster;
