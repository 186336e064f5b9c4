import type { ImagesOutMark } from "../history/marks";
import type { Notice } from "./notice";

/** Says that a model was told of images in words. `names` are those of the images, or how many they are. */
export function imagesOutNotice({ reason, model }: Pick<ImagesOutMark, "reason" | "model">, names: string): Notice {
  switch (reason) {
    case "cannot_see":
      return {
        style: "warning",
        text: `The model "${model}" cannot see images. It was told only the name and size of ${names}. Choose a model that can see, and ask again.`,
        actions: ["open_settings"],
      };
    case "refused":
      return {
        style: "warning",
        text: `The server did not take ${names}. The model was told only the name and size. Saving it anew as PNG or JPEG may help.`,
        actions: [],
      };
  }
}
