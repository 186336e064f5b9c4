import { render } from "preact";
import { connect } from "./connection";
import "./theme.css";
import { Page } from "./page";

const place = document.getElementById("page");
if (place !== null) render(<Page connection={connect()} />, place);
