// What a first visitor can begin with.

import { byId, make } from "./dom.ts";

export interface Tour {
  title: string;
  text: string;
  begin: () => void;
}

/** Shows the tours as buttons. */
export function showTours(tours: Tour[]): void {
  byId("tours").replaceChildren(
    ...tours.map((tour) => make("button", { type: "button", class: "tour", click: tour.begin }, make("strong", {}, tour.title), make("small", {}, tour.text))),
  );
}
